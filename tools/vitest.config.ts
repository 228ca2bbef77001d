import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Only with `npm test -- --all`: pages of other tools, attacks, and every page and state that axe looks at.
const lengthy = [
  "courses",
  "docs",
  "frameworks",
  "garbage",
  "hostile",
  "package",
  "states",
  "walk",
];
// These take longer than their size suggests, by which Vitest orders files that it does not know. As the last one, each
// would leave a processor idle.
const first = [
  "lib/framing.test.ts",
  "lib/inspect.test.ts",
  "tests/docs.test.ts",
  "e2e/courses.e2e.ts",
  "e2e/desk.e2e.ts",
  "e2e/draw-gallery.e2e.ts",
  "e2e/layout.e2e.ts",
  "e2e/walk.e2e.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      first.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const isCore = process.env["PORTHOS_TESTS"] === "core";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "lib",
          include: ["tests/**/*.test.ts"],
          isolate: false, // a process and an engine of its own for each file would take 2 s a file
          testTimeout: 120_000,
          maxWorkers: 2, // by default there would be one on two processors
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.e2e.ts"],
          isolate: false, // importing the client of the browser for each file takes seconds
          exclude: [
            ...configDefaults.exclude,
            ...(isCore ? lengthy.map((name) => `tests/e2e/${name}.e2e.ts`) : []),
          ],
          globalSetup: ["tests/e2e/shared.ts"],
          // Against tests that hang. They pass on a machine that is ten times as slow.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } }, // by default one second
          maxWorkers: 2, // a page waits more than it computes
        },
      },
      {
        extends: true,
        test: {
          name: "nightly",
          include: ["tests/e2e/**/*.nightly.ts"],
          globalSetup: ["tests/e2e/shared.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
