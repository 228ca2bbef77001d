import { Component } from "../base/component";
import { button, h } from "../base/dom";
import type { Lab } from "../element/lab";
import { ownId } from "../models/own";
import type { GalleryModel } from "../models/load-model";
import { titleOf, type Actions } from "../parts/hotkeys";
import { icon } from "../parts/icons";
import { listenForSteps } from "../parts/undo-steps";
import type { Clock } from "../study/clock";
import { History } from "../study/history";
import { writeLink } from "../study/link";
import { words } from "../words/words";
import { makeHeader } from "./header";
import type { Lesson } from "../prose/lesson";
import { makeSaveMenu } from "./save-menu";
import { copy, reportingButton } from "./copy-and-save";

/** An embedded simulation begins at the start, unless the motion is paused in between. */
const startFor = (clock: Clock): number => (clock.isPlaying || clock.isAtEnd ? 0 : clock.time);

/** The header of a workbench: undo, redo, share, embed and save. */
export class WorkbenchHeader extends Component {
  readonly element: HTMLElement;
  /** The keys of the header. */
  readonly actions: Actions;

  constructor(
    readonly lab: Lab,
    readonly model: GalleryModel,
    readonly lesson: Lesson,
    fileName: () => string,
    onHelp: () => void,
  ) {
    super();
    const { clock } = lab;
    const past = new History(lab.experiment);
    this.atEnd(listenForSteps(past));
    const share = reportingButton(words.share, "link", titleOf("share"), async () => {
      history.replaceState(null, "", await this.link(clock.time));
      return (await copy(location.href)) ? words.linkCopied : words.linkInAddress;
    });
    const embed = button(
      { class: "quiet", title: words.embedTitle },
      [icon("code"), h("span", { class: "label" }, words.embed)],
      () => void this.#openEmbed(),
    );
    const place = h(
      "nav",
      { class: "place grow", "aria-label": words.place },
      h("a", { href: "#" }, icon("left"), words.gallery),
    );
    const save = makeSaveMenu(lab, () => lesson.text, fileName);
    const buttons = [...this.#stepButtons(past), share.button, embed, ...save];
    this.element = makeHeader(place, buttons, onHelp);
    this.actions = { undo: () => past.undo(), redo: () => past.redo(), share: share.act };
  }

  /** The hash of a link to the current state of the model, at a time. */
  link(time: number): Promise<string> {
    const { experiment } = this.lab;
    const { id, text } = this.model;
    return writeLink({
      model: id,
      settings: { ...experiment.settings },
      time,
      ...(experiment.text === text && id !== ownId ? {} : { text: experiment.text }),
      ...(this.lesson.isOwn ? { page: this.lesson.text } : {}),
    });
  }

  #stepButtons(past: History): readonly HTMLElement[] {
    const step = (name: "undo" | "redo"): HTMLButtonElement =>
      button(
        { class: "quiet square", "aria-label": words[name], title: titleOf(name), disabled: true },
        [icon(name)],
        () => past[name](),
      );
    const [undo, redo] = [step("undo"), step("redo")];
    this.follow(past.changed, ({ canUndo, canRedo }) => {
      undo.disabled = !canUndo;
      redo.disabled = !canRedo;
    });
    return [undo, redo];
  }

  async #openEmbed(): Promise<void> {
    const { openEmbedDialog } = await import("./embed-dialog");
    const { experiment, clock } = this.lab;
    await openEmbedDialog({
      experiment,
      name: experiment.description?.name || this.model.name,
      page: this.lesson.text,
      link: () => this.link(startFor(clock)),
    });
  }
}
