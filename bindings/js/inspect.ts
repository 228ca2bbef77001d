/** Structures by themselves, without a model: the inspector is loaded with the first call. */
import { theInspector } from "./inspector.js";
import type { Verifier } from "./structure-checks.js";
import { structuresOver, type DiracMaker } from "./structures.js";

export { HostError, ModelError, type HostCode } from "./errors.js";
export type * from "./structure-checks.js";
export type * from "./structures.js";
export type { Problem } from "./types.js";

/**
 * Makes Dirac structures of matrices, converts, composes and checks them.
 *
 * @throws HostError (PH401 to PH404) where the inspector cannot be read
 */
export async function structures(): Promise<DiracMaker & Verifier> {
  const inspector = await theInspector();
  return structuresOver((request) => inspector.call((raw) => raw.structures(request)));
}
