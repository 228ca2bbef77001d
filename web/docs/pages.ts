// Which pages the documentation has, in their order, and the living figure of each.
import { readdirSync } from "node:fs";
import { join } from "node:path";

export interface DocsPage {
  /** The Markdown file, from the root of the repository. */
  readonly file: string;
  /** The address below docs/, without ".html". */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  /** A model of the gallery; none where the page's own model is the figure. */
  readonly figure: string | null;
}

const table: readonly (readonly [string, ...(readonly [string, string, string])[]])[] = [
  [
    "Use it",
    ["start", "Getting started", "slider-crank"],
    ["erste-schritte", "Erste Schritte (deutsch)", "incline"],
    ["teaching", "Teaching", "crank"],
    ["embedding", "Embedding", "double-pendulum"],
    ["frameworks", "Frameworks and notebooks", "four-bar"],
    ["library", "The library", "pendulum-cartesian"],
    ["cli", "The command", "pendulum-clock"],
  ],
  [
    "Write models",
    ["format", "The format", "four-bar"],
    ["elements", "Elements", "watt-linkage"],
    ["gallery", "The gallery’s models", "flyball-governor"],
    ["problems", "Problems and outcomes", "bouncing-ball"],
  ],
  [
    "Understand it",
    ["theory", "Theory", "gyroscope-euler"],
    ["diagrams", "Diagrams", "oscillator-boxes"],
    ["inspect", "Inspect", "knife-edge"],
    ["checks", "The checks", "gyroscope-quaternion"],
    ["structures", "Structures", "charge-magnetic"],
    ["linearization", "Small motions", "bicycle"],
    ["numerics", "Numerics", "dzhanibekov"],
    ["benchmarks", "Benchmarks", "heavy-top"],
    ["benchmark-tables", "Benchmark tables", "dart"],
    ["design", "Design", "rolling-disc"],
  ],
];

const reference = [
  ["index", "porthos", "kepler"],
  ["wasm", "porthos/wasm", "two-masses"],
  ["worker", "porthos/worker", "hanging-chain"],
  ["inspect", "porthos/inspect", "momentum-sphere"],
  ["diagram", "porthos/diagram", "two-bodies-boxes"],
  ["element", "porthos/element", "chebyshev-linkage"],
] as const;

/** All pages; the reference is there when it has been made (tools/typedoc.json). */
export function docsPages(root: string): readonly DocsPage[] {
  return [
    ...table.flatMap(([group, ...pages]) =>
      pages.map(([name, title, figure]) => ({
        ...{ file: join("docs", `${name}.md`), name, title, group, figure },
      })),
    ),
    ...reference.map(([name, title, figure]) => ({
      ...{ file: join("build", "reference", `${name}.md`), name: `api-${name}`, title, figure },
      group: "Reference",
    })),
    ...below(root, join("docs", "elements"), "element", "Elements", () => null),
    ...below(root, join("web", "models"), "model", "Models", (name) => name),
  ];
}

/** The pages in a folder, which the contents do not list. */
function below(
  root: string,
  folder: string,
  prefix: string,
  group: string,
  figure: (name: string) => string | null,
): DocsPage[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .map((name) => ({
      file: join(folder, `${name}.md`),
      name: `${prefix}-${name}`,
      title: "",
      group,
      figure: figure(name),
    }));
}
