import type { Words } from "../en/en";
import { page } from "./page";
import { reports } from "./reports";
import { simulation } from "./simulation";
import { tasks } from "./tasks";

/** The words of the interface in German. */
export const de: Words = { ...simulation, ...reports, ...page, ...tasks };
