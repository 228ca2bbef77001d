import type { LabModule } from "./load-lab";
import { pieces, runPiece } from "../classic/scripts";

declare global {
  interface PorthosPieces {
    lab?: LabModule;
  }
}

/** Like load-lab.ts, by a classic script. */
export async function loadLab(): Promise<LabModule> {
  if (!pieces.lab) await runPiece("lab");
  if (!pieces.lab) throw new Error("lab.js is not the expected script");
  return pieces.lab;
}
