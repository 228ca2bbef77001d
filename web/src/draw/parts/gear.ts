import { awayFromLine, middle, plus, times, minus } from "../numbers";
import { s } from "../svg";
import { disc, line } from "../symbols";
import { addDrive, readDrive, refuseDrive } from "./drives";
import type { Part, Tool } from "./part";

export const gear: Part<"gear"> = {
  kinds: ["gear"],
  elements: ["porthos:gear"],
  first: ["n"],
  read: (reader, name) => readDrive("gear", reader, name),
  place({ sides: [a, b], radii }) {
    if (!a || !b) return { x: 0, y: 0 };
    const share = radii[0] / (radii[0] + radii[1] || 1);
    return share > 0
      ? plus(a.place, times(minus(b.place, a.place), share))
      : middle(a.place, b.place);
  },
  away: ({ sides: [a, b] }, place) =>
    a && b ? 1.5 * awayFromLine(a.place, b.place, place) : Infinity,
  paint({ sides, radii }, { window, at }) {
    const [a, b] = sides.map(({ place }) => at(place));
    if (!a || !b) return [];
    const teeth = sides.map(({ place }, index) => {
      const r = (radii[index] ?? 0) * window.scale;
      const count = Math.max(8, Math.round((2 * Math.PI * r) / 9));
      const tooth = (Math.PI * r) / count;
      const { x, y } = at(place);
      return s("circle", {
        ...{ class: "board-teeth", cx: x, cy: y, r, "stroke-dasharray": `${tooth} ${tooth}` },
      });
    });
    return [
      line("board-halo", a, b),
      ...teeth,
      line("board-centers", a, b),
      disc("board-end", a, 3),
    ];
  },
};

export const gearTool: Tool<"gear"> = {
  ...{ id: "gear", key: "G", places: 2, group: "links", preview: "line" },
  icon: "M8 8.500a5 5 0 1 0 .01 0zM17.500 5.500a3.500 3.500 0 1 0 .01 0zM8 6v2.500M8 18.500V21M.500 13.500H3M13 13.500h2M2.700 8.200l1.800 1.800M13.300 18.800l-1.800-1.800M2.700 18.800L4.500 17",
  refuse: refuseDrive,
  use: (model, drawing, places) => addDrive(model, drawing, "gear", places),
};
