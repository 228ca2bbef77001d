/** The elements in Vue: `import "porthos/vue"` loads them and declares their attributes and events. */
import type { HTMLAttributes } from "vue";
import type {
  PlotAttributes,
  PorthosPlot,
  PorthosPlotEvents,
  PorthosSim,
  PorthosSimEvents,
  SimAttributes,
} from "./element.js";

export * from "./element.js";

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Capitalize<Name>}`]?: (event: Events[Name]) => void;
};

type Html<Of extends HTMLElement, Own, Events> = new () => Of & {
  $props: Own & Omit<HTMLAttributes, keyof Own | keyof Listeners<Events>> & Listeners<Events>;
};

declare module "vue" {
  interface GlobalComponents {
    "porthos-sim": Html<PorthosSim, SimAttributes, PorthosSimEvents>;
    "porthos-plot": Html<PorthosPlot, PlotAttributes, PorthosPlotEvents>;
  }
}
