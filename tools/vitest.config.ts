import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "lib",
          include: ["tests/**/*.test.ts"],
          testTimeout: 30_000,
          maxWorkers: 2, // by default there would be one on two processors
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.e2e.ts"],
          globalSetup: ["tests/e2e/shared.ts"],
          // Against tests that hang. They pass on a machine that is ten times as slow.
          testTimeout: 300_000,
          hookTimeout: 300_000,
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
          maxWorkers: 2,
        },
      },
    ],
  },
});
