import { button, h, setText } from "../base/dom";
import type { Lab } from "../element/lab";
import type { Portrait } from "../view/portrait";
import "../styles/embed-dialog.css";
import "../styles/figure-dialog.css";
import { saveBlob, saveText } from "./copy-and-save";
import { planarFigure, plotOf } from "./figure-contents";
import { blobOf, dataUrl, pdfOf, pngOf, svgOf } from "./figure-files";
import { FigureForm } from "./figure-form";
import { stamped, stampFor } from "./stamp";
import { words } from "../words/words";

/** Opens the dialog that makes a figure of the simulation. */
export function openFigureDialog(lab: Lab, fileName: string): void {
  new FigureDialog(lab, fileName).open();
}

/** Pixels across the preview of a figure in space. */
const previewPixels = 900;

class FigureDialog {
  readonly #dialog = h("dialog", { class: "help embed-dialog", "aria-labelledby": "figure-title" });
  /** Gives the colours of the light theme, whatever the theme of the page is. */
  readonly #paper = h("div", { class: "porthos figure-paper", "aria-hidden": "true" });
  readonly #preview = h("div", {
    class: "figure-preview",
    role: "img",
    "aria-label": words.howItLooks,
  });
  readonly #note = h("p", { class: "figure-note", role: "status" });
  readonly #portrait: Portrait | null;
  readonly #form: FigureForm;
  #latest = 0;

  constructor(
    readonly lab: Lab,
    readonly fileName: string,
  ) {
    document.body.append(this.#paper);
    const portrait = lab.stagePanel.stage.portrait(this.#paper);
    this.#portrait = portrait;
    this.#form = new FigureForm(lab, portrait && (portrait.isPlanar ? "plane" : "space"));
  }

  open(): void {
    const dialog = this.#dialog;
    dialog.append(
      h("h2", { id: "figure-title" }, words.figureTitle),
      h("div", { class: "embed-sides" }, this.#form.element, this.#preview),
      this.#note,
      this.#makeFoot(),
    );
    dialog.addEventListener("input", () => void this.#update());
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.#portrait?.dispose();
      this.#paper.remove();
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    void this.#update();
    dialog.showModal();
  }

  #makeFoot(): HTMLElement {
    const save = button({ class: "primary" }, [words.saveFigure], () => void this.#save());
    const close = button({ class: "secondary" }, [words.close], () => this.#dialog.close());
    return h("div", { class: "embed-foot" }, save, close);
  }

  #drawing() {
    const { choice, isFigure } = this.#form;
    if (!isFigure) return plotOf(this.lab, choice, this.#paper);
    const title = this.lab.experiment.description?.name ?? "";
    return this.#portrait && planarFigure(this.#portrait, choice, title);
  }

  /** The figure in space, which only pixels can show. */
  #picture(pixels: number): HTMLCanvasElement | null {
    const { width, height, isClear } = this.#form.choice;
    return this.#portrait?.picture({ width, height }, pixels, !isClear) ?? null;
  }

  async #update(): Promise<void> {
    const own = ++this.#latest;
    const { isSpatial, choice } = this.#form;
    this.#form.arrange();
    setText(this.#note, isSpatial ? words.spaceIsPixels : "");
    this.#preview.classList.toggle("is-clear", choice.isClear);
    if (isSpatial) return this.#preview.replaceChildren(this.#picture(previewPixels) ?? "");
    const drawing = this.#drawing();
    if (!drawing) {
      this.#preview.replaceChildren();
      return setText(this.#note, words.nothingToDraw);
    }
    const image = h("img", { alt: "", src: dataUrl(await svgOf(drawing)) });
    if (own === this.#latest) this.#preview.replaceChildren(image);
  }

  async #save(): Promise<void> {
    setText(this.#note, words.saving);
    try {
      setText(this.#note, (await this.#write()) ? words.saved : words.nothingToDraw);
    } catch {
      setText(this.#note, words.notMade);
    }
  }

  async #write(): Promise<boolean> {
    const { pixels, format, isSpatial, choice } = this.#form;
    const part = choice.content.replace(/[^\w-]+/g, "-");
    const name = `${this.fileName}-${part}.${format}`;
    const stamp = await stampFor(this.lab.experiment);
    const saved = async (blob: Blob | null): Promise<boolean> => {
      if (blob) saveBlob(await stamped(blob, stamp), name);
      return blob !== null;
    };
    if (isSpatial) {
      const picture = this.#picture(pixels);
      return saved(picture && (await blobOf(picture)));
    }
    const drawn = this.#drawing();
    if (!drawn) return false;
    const drawing = { ...drawn, stamp };
    if (format === "svg") {
      saveText(await svgOf(drawing), name, "image/svg+xml");
      return true;
    }
    return saved(format === "pdf" ? await pdfOf([drawing]) : await pngOf(drawing, pixels));
  }
}
