/** A parameter of an element as its text declares it. */
export interface Declared {
  readonly name: string;
  readonly value: unknown;
  readonly unit: string;
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
}

const folder = "../../../src/elements/";
const texts = import.meta.glob<string>("../../../src/elements/*.porthos.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

const known = new Map<string, readonly Declared[]>();

/** The parameters of an element of the library, in the order of its text. */
export function declaredBy(use: unknown): readonly Declared[] {
  if (typeof use !== "string") return [];
  const declared = known.get(use) ?? readDeclared(use);
  known.set(use, declared);
  return declared;
}

function readDeclared(use: string): readonly Declared[] {
  const text = texts[`${folder}${use.replace("porthos:", "")}.porthos.json`];
  const { parameters = {} } = JSON.parse(text ?? "{}") as {
    readonly parameters?: Readonly<Record<string, Partial<Omit<Declared, "name">>>>;
  };
  return Object.entries(parameters).map(([name, { value, unit = "", label = "", ...range }]) => {
    return { name, value, unit, label, ...range };
  });
}
