import { Client, type WebWorker } from "porthos/worker";
import { pieces, pieceText, pieceUrl, runPiece } from "../classic/scripts";

/** Like start-engine.ts, by the classic script engine.js: as a worker's file, as a blob, or in this thread. */
export async function startEngine(): Promise<Client> {
  for (const start of [fromFile, fromText]) {
    try {
      return await begin(await start());
    } catch {
      // The next attempt needs fewer permissions.
    }
  }
  if (!pieces.engine) await runPiece("engine");
  if (!pieces.engine) throw new Error("engine.js is not the expected script");
  return begin(pieces.engine);
}

async function begin(start: () => WebWorker): Promise<Client> {
  const client = new Client(start);
  try {
    await client.version();
    return client;
  } catch (error) {
    client.dispose();
    throw error;
  }
}

async function fromFile(): Promise<() => WebWorker> {
  const url = pieceUrl("engine");
  if (url === null) throw new TypeError("it has no file");
  return () => new Worker(url);
}

/** The page's own policy decides whether the script may be read, and whether a blob may be a worker. */
async function fromText(): Promise<() => WebWorker> {
  const text = pieceText("engine") ?? (await (await fetch(pieceUrl("engine") ?? "")).text());
  const blob = new Blob([text], { type: "text/javascript" });
  return () => new Worker(URL.createObjectURL(blob));
}
