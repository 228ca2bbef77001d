import type { Photo } from "./photo";
import { s } from "./svg";
import { disc, line } from "./symbols";
import { toPixels, type Window } from "./view-window";

/** Puts a photograph into its layer. The picture itself is set only once: it is large. */
export function paintPhoto(layer: SVGElement, window: Window, { state, points }: Photo): void {
  if (!state) return layer.replaceChildren();
  const known = layer.querySelector("image");
  const picture = known ?? s("image", { class: "board-photo", preserveAspectRatio: "none" });
  if (picture.getAttribute("href") !== state.picture) picture.setAttribute("href", state.picture);
  const { x, y } = toPixels(window, state.center);
  const size = state.scale * window.scale;
  const [width, height] = [state.width * size, state.height * size];
  const degrees = (-state.angle * 180) / Math.PI;
  for (const [key, value] of Object.entries({
    ...{ x: -width / 2, y: -height / 2, width, height, opacity: state.opacity },
    transform: `translate(${x} ${y}) rotate(${degrees})`,
  }))
    picture.setAttribute(key, String(value));
  const [from, to] = points?.map((point) => toPixels(window, point)) ?? [];
  const marks =
    from && to
      ? [
          line("board-ray", from, to),
          disc("board-target is-held", from, 6),
          disc("board-target is-held", to, 6),
        ]
      : [];
  layer.replaceChildren(picture, ...marks);
}
