// Importing this defines <porthos-sim> and <porthos-plot>; outside of pages it has no effect.
import { PorthosPlot } from "./porthos-plot";
import { PorthosSim } from "./porthos-sim";

const elements = { "porthos-sim": PorthosSim, "porthos-plot": PorthosPlot };
for (const [name, element] of Object.entries(elements))
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);

export { PorthosPlot, PorthosSim };
