import { json } from "@codemirror/lang-json";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { basicSetup } from "codemirror";
import { EditorState, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap, type DecorationSet } from "@codemirror/view";
import type { Problem } from "../engine/types";
import { editorTheme } from "./theme";
import { declarationOf } from "./declaration";
import { schemaHelp } from "./help";
import { mentions, nameAt, placeAt } from "./mentions";
import { findPlaces, locate, type Range } from "./pointer";
import { words } from "../words/words";

const setLights = StateEffect.define<readonly Range[]>();
const light = Decoration.mark({ class: "cm-lit" });

/** The highlighted ranges, until the text changes. */
const lights = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, docChanged }) {
    for (const effect of effects)
      if (effect.is(setLights))
        return Decoration.set(effect.value.map(({ from, to }) => light.range(from, to)));
    return docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The text is read this long after the last key, ms. */
const pause = 450;

/** An editor for the text of a model; problems are underlined at their places. */
export class JsonEditor {
  readonly #view: EditorView;
  readonly #extensions: Extension;
  #timer = 0;
  /** The name under the pointer. */
  #pointed: string | null = null;

  constructor(
    readonly onEdit: (text: string) => void,
    /** The name under the pointer has changed; `place` is its JSON Pointer. */
    readonly onPoint: (name: string | null, place: string | null) => void,
  ) {
    this.#extensions = [
      basicSetup,
      json(),
      schemaHelp,
      lintGutter(),
      editorTheme,
      lights,
      EditorView.domEventHandlers({
        mousemove: (event) => {
          const at = this.#view.posAtCoords({ x: event.clientX, y: event.clientY });
          this.#point(at === null ? null : nameAt(this.text, at), at ?? 0);
        },
        mouseleave: () => this.#point(null),
        mousedown: (event) => {
          const at = this.#view.posAtCoords({ x: event.clientX, y: event.clientY });
          const isJump = (event.ctrlKey || event.metaKey) && at !== null && this.#jump(at);
          if (isJump) event.preventDefault();
          return isJump;
        },
      }),
      keymap.of([{ key: "F12", run: ({ state }) => this.#jump(state.selection.main.head) }]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": words.editor, tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        window.clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.onEdit(this.text), pause);
      }),
    ];
    this.#view = new EditorView({ extensions: this.#extensions });
  }

  get element(): HTMLElement {
    return this.#view.dom;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Another text has its own history, so that undo does not bring back the previous one. */
  set text(text) {
    if (text === this.text) return;
    window.clearTimeout(this.#timer);
    const anchor = Math.min(this.#view.state.selection.main.head, text.length);
    const extensions = this.#extensions;
    this.#view.setState(EditorState.create({ doc: text, selection: { anchor }, extensions }));
  }

  /** Underlines problems at their places. */
  showProblems(problems: readonly Problem[], say: (problem: Problem) => string): void {
    const { text } = this;
    const places = findPlaces(text);
    const diagnostics = problems.map((problem): Diagnostic => {
      const { from, to } = locate(problem, text, places);
      const { severity, code: source } = problem;
      return { from, to, severity, source, message: say(problem) };
    });
    diagnostics.sort((one, other) => one.from - other.from);
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Highlights a symbol wherever the text names it; null: none. */
  light(symbol: string | null): void {
    const ranges = symbol === null ? [] : mentions(this.text, symbol);
    this.#view.dispatch({ effects: setLights.of(ranges) });
  }

  /** Highlights the parts of the text at JSON Pointers, and scrolls to the first of them. */
  show(places: string): void {
    const ranges = mentions(this.text, places);
    const [first] = ranges;
    if (!first) return;
    this.#view.dispatch({
      selection: { anchor: first.from },
      effects: [setLights.of(ranges), EditorView.scrollIntoView(first.from, { y: "center" })],
    });
    this.#view.focus();
  }

  /** Selects the place of a problem. */
  reveal(problem: Problem): void {
    const { from, to } = locate(problem, this.text);
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.#view.focus();
  }

  dispose(): void {
    window.clearTimeout(this.#timer);
    this.#view.destroy();
  }

  /** Selects the declaration of the name at a place. */
  #jump(at: number): boolean {
    const place = declarationOf(this.text, at);
    if (!place) return false;
    this.#view.dispatch({
      selection: { anchor: place.from, head: place.to },
      effects: EditorView.scrollIntoView(place.from, { y: "center" }),
    });
    return true;
  }

  #point(name: string | null, at = 0): void {
    if (name === this.#pointed) return;
    this.#pointed = name;
    this.onPoint(name, name === null ? null : placeAt(this.text, at));
  }
}
