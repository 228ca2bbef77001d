import type { Lab } from "../element/lab";
import { readTable } from "../study/table";
import { words } from "../words/words";
import { showNote } from "./note";

/** Shows the measured values of a file beside the run. */
export async function takeTable(file: File, { experiment }: Lab): Promise<void> {
  const columns = readTable(await file.text());
  if (!columns) return showNote(words.noTable);
  const run = (experiment.trajectory?.columns ?? []).filter(({ name }) => name !== "t");
  experiment.ownData.take(file.name, columns, run);
}
