/** The elements in Vue: `import "porthos/vue"` loads them and declares their attributes and events. */
import type { HTMLAttributes } from "vue";
import type { PorthosElements } from "./element.js";

export * from "./element.js";

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Capitalize<Name>}`]?: (event: Events[Name]) => void;
};

type Html<Of extends HTMLElement, Own, Events> = new () => Of & {
  $props: Own & Omit<HTMLAttributes, keyof Own | keyof Listeners<Events>> & Listeners<Events>;
};

type Tags = {
  [Tag in keyof PorthosElements]: Html<
    PorthosElements[Tag]["element"],
    PorthosElements[Tag]["attributes"],
    PorthosElements[Tag]["events"]
  >;
};

declare module "vue" {
  interface GlobalComponents extends Tags {}
}
