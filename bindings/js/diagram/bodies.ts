import { componentsOf } from "./components.js";
import { asMembers, isMembers, System, type Json } from "./system.js";

/** A body of the figure and what moves it. */
export interface DrawnBody {
  /** As in the scene: after the component's name and a dot. */
  readonly name: string;
  /** Names, as in the table, of the positions that its drawing follows and of the velocities that move these. */
  readonly states: readonly string[];
}

/** The bodies that the text and those of its components draw; what stands still has no states. */
export function drawnBodies(system: System): DrawnBody[] {
  const list: Json = asMembers(system.text["view"])["bodies"];
  const own = Array.isArray(list) ? list.filter(isMembers) : [];
  const inside = componentsOf(system).flatMap(({ name, text, place }) =>
    drawnBodies(new System(text, `${system.scope}${name}.`, place, system.files)),
  );
  return [
    ...own.map((body) => ({
      name: `${system.scope}${String(body["name"] ?? "")}`,
      states: statesOf(system, body),
    })),
    ...inside,
  ];
}

function statesOf(system: System, body: Json): string[] {
  const kinematics = system.members("kinematics");
  const names = new Set<string>();
  for (const meaning of system.meanings(textsOf(body))) {
    if (meaning.kind === "component") names.add(`${meaning.name}.${meaning.rest}`);
    if (meaning.kind !== "position") continue;
    names.add(meaning.name);
    for (const speed of system.meanings(kinematics[meaning.name] ?? []))
      if (speed.kind === "velocity") names.add(speed.name);
  }
  return [...names].map((name) => `${system.scope}${name}`);
}

/** All formulas of a body: of its pose and of its shapes. */
function textsOf(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(asMembers(value)).flatMap(([key, one]) =>
    notFormulas.has(key) ? [] : textsOf(one),
  );
}

const notFormulas = new Set(["name", "role", "type", "label", "kind"]);
