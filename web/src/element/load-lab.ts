/** The type of the module that the element needs when it is revealed. */
export type LabModule = typeof import("./lab-module");

/** Loaded when the first element of a page is revealed. */
export function loadLab(): Promise<LabModule> {
  return import("./lab-module");
}
