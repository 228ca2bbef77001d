// Importing this defines <porthos-sim>; outside of pages it has no effect.
import { PorthosSim } from "./porthos-sim";

if (globalThis.customElements && !customElements.get("porthos-sim"))
  customElements.define("porthos-sim", PorthosSim);

export { PorthosSim };
