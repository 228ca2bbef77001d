import { instantCentres } from "./centres";
import { textAt } from "./parts/drawn-element";
import type { Aside } from "./aside";
import { s, shown } from "./svg";
import { disc } from "./symbols";
import { driversOf } from "./sweep";
import type { Drawing } from "./things";
import { toPixels, type Window } from "./view-window";

/** The area that a pen reaches. */
export function paintWorkspace(
  window: Window,
  workspace: Aside["workspace"],
): readonly SVGElement[] {
  if (!workspace) return [];
  const size = workspace.side * window.scale;
  const squares = workspace.middles.map((place) => {
    const { x, y } = toPixels(window, place);
    return `M${shown(x - size / 2)} ${shown(y - size / 2)}h${shown(size)}v${shown(size)}h${shown(-size)}z`;
  });
  return [s("path", { class: "board-workspace", d: squares.join("") })];
}

/** Points to pass, and instant centres of what the first driver moves. */
export function paintKinematics(
  window: Window,
  { goals, showsCentres }: Aside,
  drawing: Drawing,
): readonly SVGElement[] {
  const [driver] = showsCentres ? driversOf(drawing) : [];
  const centres = driver ? instantCentres(drawing, driver) : [];
  return [
    ...goals.flatMap((place, index) => {
      const { x, y } = toPixels(window, place);
      return [
        s("path", { class: "board-goal", d: `M${x - 7} ${y}h14M${x} ${y - 7}v14` }),
        textAt("board-goal-number", String(index + 1), x + 12, y - 6, "start"),
      ];
    }),
    ...centres.flatMap(({ body, place }) => {
      if (!place) return [];
      const at = toPixels(window, place);
      return [
        disc("board-centre", at, 5),
        s("path", { class: "board-centre", d: `M${at.x - 9} ${at.y}h18M${at.x} ${at.y - 9}v18` }),
        textAt("board-goal-number", body, at.x + 11, at.y - 8, "start"),
      ];
    }),
  ];
}
