import type { Lab } from "../element/lab";
import { makeSheet } from "../element/sheet";
import board from "../styles/board.css?inline";
import arrange from "../styles/board-arrange.css?inline";
import kinematics from "../styles/board-kinematics.css?inline";
import circuit from "../styles/board-circuit.css?inline";
import inspector from "../styles/board-inspector.css?inline";
import plane from "../styles/board-plane.css?inline";
import { isBlankDrawing } from "../models/own";
import { loadDrawingWords } from "../words/drawing";
import { Board } from "./board";
import { BoardMode, type BoardPlace } from "./board-mode";

let sheet: CSSStyleSheet | undefined;

/** Opens the board on a simulation: that in space for a model in space. */
export async function openDrawMode(lab: Lab, onDone: () => void): Promise<BoardMode> {
  await loadDrawingWords();
  const { trajectory, text } = lab.experiment;
  const kind = trajectory?.scene.camera.kind;
  const isSpatial = isBlankDrawing(text) ? /"kind":\s*"spatial"/.test(text) : kind !== "planar";
  const make = isSpatial
    ? await import("./space/board").then(
        ({ SpaceBoard }) =>
          (place: BoardPlace) =>
            new SpaceBoard(place),
      )
    : (place: BoardPlace) => new Board(place);
  adopt(lab.element);
  return new BoardMode(lab, make, onDone);
}

function adopt(element: HTMLElement): void {
  sheet ??= makeSheet(board + plane + circuit + inspector + arrange + kinematics);
  const root = element.getRootNode();
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
