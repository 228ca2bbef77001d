// Importing this defines <porthos-sim>; where there are no pages it does nothing.
import { PorthosSim } from "./porthos-sim";

if (globalThis.customElements && !customElements.get("porthos-sim"))
  customElements.define("porthos-sim", PorthosSim);

export { PorthosSim };
