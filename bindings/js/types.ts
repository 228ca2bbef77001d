/// <reference lib="esnext.disposable" preserve="true" />

// The plain data of inputs and results.
export type * from "./types/model.js";
export type * from "./types/method.js";
export type * from "./types/equations.js";
export type * from "./types/inspection.js";
export type * from "./types/linearization.js";
export type * from "./types/scene.js";
export type * from "./types/run.js";
export type * from "./types/many.js";
