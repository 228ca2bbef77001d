import type { Kind } from "./things";

/** A parameter of an element as its text declares it. */
export interface Declared {
  readonly name: string;
  readonly value: unknown;
  readonly unit: string;
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
}

const texts = import.meta.glob<string>(
  [
    "../../../src/elements/planar-rod.porthos.json",
    "../../../src/elements/planar-body.porthos.json",
    "../../../src/elements/planar-fixed-frame.porthos.json",
    "../../../src/elements/pin.porthos.json",
    "../../../src/elements/slide.porthos.json",
    "../../../src/elements/spring.porthos.json",
    "../../../src/elements/damper.porthos.json",
  ],
  { query: "?raw", import: "default", eager: true },
);

/** The element of each kind that is a component. */
export const elementOf = {
  rod: "porthos:planar-rod",
  mass: "porthos:planar-body",
  point: "porthos:planar-fixed-frame",
  pin: "porthos:pin",
  slide: "porthos:slide",
  spring: "porthos:spring",
  damper: "porthos:damper",
} as const satisfies Partial<Record<Kind, string>>;

export type ComponentKind = keyof typeof elementOf;

const kinds = new Map<string, ComponentKind>(
  (Object.entries(elementOf) as [ComponentKind, string][]).map(([kind, use]) => [use, kind]),
);

export function kindOfUse(use: unknown): ComponentKind | undefined {
  return typeof use === "string" ? kinds.get(use) : undefined;
}

const known = new Map<ComponentKind, readonly Declared[]>();

/** The parameters of an element, in the order of its text. */
export function declaredBy(kind: ComponentKind): readonly Declared[] {
  const declared = known.get(kind) ?? readDeclared(kind);
  known.set(kind, declared);
  return declared;
}

function readDeclared(kind: ComponentKind): readonly Declared[] {
  const file = `../../../src/elements/${elementOf[kind].replace("porthos:", "")}.porthos.json`;
  const { parameters = {} } = JSON.parse(texts[file] ?? "{}") as {
    readonly parameters?: Readonly<Record<string, Partial<Omit<Declared, "name">>>>;
  };
  return Object.entries(parameters).map(([name, { value, unit = "", label = "", ...range }]) => {
    return { name, value, unit, label, ...range };
  });
}
