/** The elements in JSX: `import "porthos/react"` loads them and declares their attributes. */
import type { HTMLAttributes, RefAttributes } from "react";
import type { PlotAttributes, PorthosPlot, PorthosSim, SimAttributes } from "./element.js";

export * from "./element.js";

type Html<Of extends HTMLElement, Own> = Own &
  Omit<HTMLAttributes<Of>, keyof Own> &
  RefAttributes<Of>;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "porthos-sim": Html<PorthosSim, SimAttributes>;
      "porthos-plot": Html<PorthosPlot, PlotAttributes>;
    }
  }
}
