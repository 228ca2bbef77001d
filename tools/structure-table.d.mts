/** The up-to-date text of docs/structures.md. */
export function structureTable(): Promise<string>;
