/** The elements in Svelte: `import "porthos/svelte"` loads them and declares their attributes and events. */
import type { HTMLAttributes } from "svelte/elements";
import type { PorthosElements } from "./element.js";

export * from "./element.js";

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void;
};

type Html<Of extends HTMLElement, Own, Events> = Own &
  Omit<HTMLAttributes<Of>, keyof Own | keyof Listeners<Events>> &
  Listeners<Events>;

type Tags = {
  [Tag in keyof PorthosElements]: Html<
    PorthosElements[Tag]["element"],
    PorthosElements[Tag]["attributes"],
    PorthosElements[Tag]["events"]
  >;
};

declare module "svelte/elements" {
  interface SvelteHTMLElements extends Tags {}
}
