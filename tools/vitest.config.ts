import { configDefaults, defineConfig } from "vitest/config";

// Only with `npm test -- --all`: pages of other tools, attacks, and every page and state that axe looks at.
const lengthy = ["courses", "docs", "frameworks", "garbage", "hostile", "package", "states"];
const isCore = process.env["PORTHOS_TESTS"] === "core";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "lib",
          include: ["tests/**/*.test.ts"],
          testTimeout: 120_000,
          maxWorkers: 2, // by default there would be one on two processors
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.e2e.ts"],
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
