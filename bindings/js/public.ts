// The common exports of all entries, besides their functions.
export { HostError, ModelError, type HostCode } from "./errors.js";
export type { ModelDiagram } from "./diagram/graph.js";
export { equationsMathml, equationsTex, equationsText } from "./equations.js";
export type { Handle } from "./handle.js";
export type { Model } from "./model.js";
export type { Run } from "./run.js";
export type { Simulation } from "./simulation.js";
export type { ModelText } from "./model-text.js";
export type * from "./types.js";
