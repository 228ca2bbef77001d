import { nameAt, placeAt } from "./mentions";
import { findPlaces, type Range } from "./pointer";

const groups = [
  ...["components", "parameters", "positions", "velocities", "definitions", "environment"],
  ...["ports", "outputs", "contacts", "dissipation"],
];

/** Where the name at a place of the text is declared; null if it is no name, or declared elsewhere. */
export function declarationOf(text: string, at: number): Range | null {
  const name = nameAt(text, at);
  const pointer = placeAt(text, at);
  if (name === null || pointer === null) return null;
  const places = findPlaces(text);
  for (const owner of ownersOf(pointer))
    for (const group of groups)
      for (const end of [name, name.split(".")[0] ?? ""]) {
        const { key } = places.get(`${owner}/${group}/${end}`) ?? {};
        if (key && !(key.from <= at && at <= key.to)) return { from: key.from + 1, to: key.to - 1 };
      }
  return null;
}

/** The models around a place, the inner one first. */
function ownersOf(pointer: string): string[] {
  const owners = [...pointer.matchAll(/\/components\/[^/]*\/model(?=\/)/g)].map(
    ({ index, 0: all }) => pointer.slice(0, index + all.length),
  );
  return [...owners.reverse(), ""];
}
