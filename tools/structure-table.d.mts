/** docs/structures.md as it has to be. */
export function structureTable(): Promise<string>;
