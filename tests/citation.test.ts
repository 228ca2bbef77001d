// The file from which GitHub and Zenodo cite the project.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("CITATION.cff has the version and licence of the package", () => {
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly version: string;
    readonly license: string;
  };
  const citation = readFileSync(join(root, "CITATION.cff"), "utf8");
  expect(citation).toContain(`\nversion: ${version}\n`);
  expect(citation).toContain(`\nlicense: ${license}\n`);
});
