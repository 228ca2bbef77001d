/** Structures without a model. The first call loads the inspector. */
import { theInspector } from "./inspector.js";
import type { Verifier } from "./structure-checks.js";
import { structuresOver, type DiracMaker } from "./structures.js";

export { HostError, ModelError, type HostCode } from "./errors.js";
export type * from "./structure-checks.js";
export type * from "./structures.js";
export type { Problem } from "./types.js";

/**
 * Creates Dirac structures from matrices, converts, composes and checks them.
 *
 * @throws HostError (PH401 to PH404) if the inspector cannot be read
 */
export async function structures(): Promise<DiracMaker & Verifier> {
  const inspector = await theInspector();
  return structuresOver((request) => inspector.call((raw) => raw.structures(request)));
}
