import { page } from "./page";
import { reports } from "./reports";
import { simulation } from "./simulation";
import { tasks } from "./tasks";

/** The words of the interface in English. Every other language has the same rows (words.ts). */
export const en = { ...simulation, ...reports, ...page, ...tasks };

/** A text for each place of the interface. Models, their pages and the engine's messages are English. */
export type Words = typeof en;
