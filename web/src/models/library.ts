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

/** What an element of the library offers to a text that uses it. */
export interface Element {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Declared[];
  /** Side → interface. */
  readonly between: Readonly<Record<string, string>>;
  /** Offer → interface. */
  readonly offers: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly outputs: readonly string[];
  readonly states: readonly string[];
  readonly characteristics: readonly string[];
}

/** The names of all elements as `use` has them, in alphabetical order. */
export const elementUses: readonly string[] = Object.keys(texts)
  .map((path) => `porthos:${path.slice(folder.length).replace(".porthos.json", "")}`)
  .sort();

const known = new Map<string, Element | null>();

/** An element by its name in `use`; null if there is none. */
export function elementOf(use: unknown): Element | null {
  if (typeof use !== "string") return null;
  const found = known.get(use) ?? readElement(use);
  known.set(use, found);
  return found;
}

/** The parameters of an element of the library, in the order of its text. */
export function declaredBy(use: unknown): readonly Declared[] {
  return elementOf(use)?.parameters ?? [];
}

type Members = Readonly<Record<string, unknown>>;

function readElement(use: string): Element | null {
  const name = /^porthos:(.+)/.exec(use)?.[1];
  const text = texts[`${folder}${name}.porthos.json`];
  return text === undefined ? null : partsOf(JSON.parse(text) as Members);
}

/** What a text offers to one that uses it. */
export function partsOf(model: Members): Element {
  const group = (name: string): Members => membersOf(model[name]);
  const names = (name: string): string[] => Object.keys(group(name));
  const word = (value: unknown): string => (typeof value === "string" ? value : "");
  const kinds = (name: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(group(name)).map(([key, value]) => [
        key,
        word(value) || word(membersOf(value)["interface"]),
      ]),
    );
  return {
    ...{ name: word(model["name"]), description: word(model["description"]) },
    ...{ parameters: declaredIn(group("parameters")), between: kinds("between") },
    ...{ offers: kinds("offers"), ports: names("ports"), outputs: names("outputs") },
    ...{ states: [...names("positions"), ...names("velocities")] },
    characteristics: names("characteristics"),
  };
}

function declaredIn(parameters: Members): Declared[] {
  return Object.entries(parameters).map(([name, given]) => {
    const members = membersOf(given) as Partial<Omit<Declared, "name">>;
    const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
    const { value = given, unit = "", label = "", ...range } = isObject ? members : {};
    return { name, value, unit, label, ...range };
  });
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
