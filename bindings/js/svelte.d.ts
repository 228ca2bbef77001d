/** The elements in Svelte: `import "porthos/svelte"` loads them and declares their attributes and events. */
import type { HTMLAttributes } from "svelte/elements";
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
  [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void;
};

type Html<Of extends HTMLElement, Own, Events> = Own &
  Omit<HTMLAttributes<Of>, keyof Own | keyof Listeners<Events>> &
  Listeners<Events>;

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "porthos-sim": Html<PorthosSim, SimAttributes, PorthosSimEvents>;
    "porthos-plot": Html<PorthosPlot, PlotAttributes, PorthosPlotEvents>;
  }
}
