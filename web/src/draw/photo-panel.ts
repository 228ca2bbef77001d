import { Component } from "../base/component";
import { button, freshId, h } from "../base/dom";
import { say } from "../words/drawing";
import { distance } from "./numbers";
import type { Pencil } from "./pencil";
import type { Photo } from "./photo";

/** The photograph behind the board: choosing, scaling, and keeping it. */
export class PhotoPanel extends Component {
  readonly element = h("details", { class: "photo-panel" });
  readonly #input: HTMLInputElement;
  readonly #body = h("div", { class: "photo-body" });

  constructor(
    readonly photo: Photo,
    readonly pencil: Pencil,
    readonly onPicture: (file: File) => void,
  ) {
    super();
    this.#input = h("input", {
      ...{
        type: "file",
        accept: "image/*",
        class: "visually-hidden",
        "aria-label": say.photo.choose,
      },
    });
    this.#input.addEventListener("change", () => {
      const [file] = this.#input.files ?? [];
      if (file) onPicture(file);
      this.#input.value = "";
    });
    this.element.append(h("summary", {}, say.photo.name), this.#input, this.#body);
    this.follow(photo.changed, () => this.#show());
    this.#show();
  }

  /** Lets the reader choose a picture. */
  choose(): void {
    this.element.open = true;
    this.#input.click();
  }

  #show(): void {
    const { photo } = this;
    const choose = button({ class: "secondary small" }, [say.photo.choose], () => this.choose());
    if (!photo.state) return this.#body.replaceChildren(h("p", {}, say.photo.empty), choose);
    this.element.open = true;
    this.#body.replaceChildren(
      h("p", {}, photo.points ? say.photo.marked : say.photo.unmarked),
      this.#tools(),
      this.#opacity(photo.state.opacity),
      this.#keep(),
      h(
        "div",
        { class: "arrange" },
        choose,
        button({ class: "secondary small" }, [say.photo.remove], () => photo.remove()),
      ),
    );
  }

  #tools(): HTMLElement {
    const { photo, pencil } = this;
    const use = (tool: "photoScale" | "photoShift"): HTMLElement =>
      button({ class: "secondary small" }, [say.tool[tool]], () => pencil.choose(tool));
    const id = freshId("length");
    const { points } = photo;
    const length = h("input", {
      ...{ id, type: "text", inputmode: "decimal", "data-field": "photo-length" },
      value: points ? String(Number(distance(...points).toPrecision(4))) : "",
      disabled: !points,
    });
    length.addEventListener("change", () => {
      const value = Number(length.value.trim().replace(",", "."));
      length.setAttribute("aria-invalid", String(!(value > 0)));
      if (value > 0) photo.scaleTo(value);
    });
    return h(
      "div",
      { class: "arrange" },
      use("photoScale"),
      h("label", { for: id }, say.photo.length),
      length,
      h("span", { class: "unit" }, "m"),
      button({ class: "secondary small", disabled: !points }, [say.photo.level], () =>
        photo.level(),
      ),
      use("photoShift"),
    );
  }

  #opacity(value: number): HTMLElement {
    const id = freshId("opacity");
    const slider = h("input", {
      ...{ id, type: "range", min: "0.1", max: "1", step: "0.05", value: String(value) },
      "data-field": "photo-opacity",
    });
    // While it is moved, it stays the same slider.
    slider.addEventListener("change", () => this.photo.change({ opacity: Number(slider.value) }));
    return h("div", { class: "arrange" }, h("label", { for: id }, say.photo.opacity), slider);
  }

  #keep(): HTMLElement {
    const { photo, pencil } = this;
    const id = freshId("keep");
    const box = h("input", { id, type: "checkbox", checked: photo.isKept });
    box.addEventListener("change", () => {
      const isDone = photo.keep(box.checked);
      pencil.told.emit(
        isDone ? (photo.isKept ? say.photo.kept : say.photo.notKept) : say.photo.noRoom,
      );
    });
    const size = Math.max(1, Math.round(photo.size / 1000));
    return h(
      "div",
      { class: "arrange" },
      box,
      h("label", { for: id }, say.photo.keep(size)),
      h("p", {}, say.photo.stays),
    );
  }
}
