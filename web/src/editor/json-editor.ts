import { json } from "@codemirror/lang-json";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { basicSetup } from "codemirror";
import { EditorState, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import type { Problem } from "../engine/types";
import { editorTheme } from "./theme";
import { schemaHelp } from "./help";
import { mentions, nameAt, placeAt } from "./mentions";
import { findPlaces, locate, type Range } from "./pointer";
import { words } from "../words/words";

export interface JsonEditor {
  readonly element: HTMLElement;
  text: string;
  /** Underlines problems at their places. */
  showProblems(problems: readonly Problem[], say: (problem: Problem) => string): void;
  /** Lights up a symbol wherever the text names it; null: none. */
  light(symbol: string | null): void;
  /** Lights up what stands at JSON Pointers, and brings the first of them into view. */
  show(places: string): void;
  /** Puts the cursor where a problem is. */
  reveal(problem: Problem): void;
  dispose(): void;
}

const setLights = StateEffect.define<readonly Range[]>();
const light = Decoration.mark({ class: "cm-lit" });

/** What is lit up, until the text changes. */
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

const pause = 450; // ms without a key until the text is taken

/** The text of a model with problems underlined where they are. */
export function makeJsonEditor(
  onEdit: (text: string) => void,
  /** The name under the pointer has changed; `place` is the JSON Pointer to where it stands. */
  onPoint: (name: string | null, place: string | null) => void,
): JsonEditor {
  let timer = 0;
  let pointed: string | null = null;
  const point = (name: string | null, at = 0): void => {
    if (name === pointed) return;
    pointed = name;
    onPoint(name, name === null ? null : placeAt(view.state.doc.toString(), at));
  };
  const extensions: Extension = [
    basicSetup,
    json(),
    schemaHelp,
    lintGutter(),
    editorTheme,
    lights,
    EditorView.domEventHandlers({
      mousemove(event, editor) {
        const at = editor.posAtCoords({ x: event.clientX, y: event.clientY });
        point(at === null ? null : nameAt(editor.state.doc.toString(), at), at ?? 0);
      },
      mouseleave: () => point(null),
    }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": words.editor, tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => onEdit(view.state.doc.toString()), pause);
    }),
  ];
  const view = new EditorView({ extensions });
  return {
    element: view.dom,
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      if (text === view.state.doc.toString()) return;
      // With a history of its own: what was there before is not to come back by undo.
      window.clearTimeout(timer);
      const cursor = Math.min(view.state.selection.main.head, text.length);
      view.setState(EditorState.create({ doc: text, selection: { anchor: cursor }, extensions }));
    },
    showProblems(problems, say) {
      const text = view.state.doc.toString();
      const places = findPlaces(text);
      const diagnostics = problems.map((problem): Diagnostic => {
        const { from, to } = locate(problem, text, places);
        return {
          from,
          to,
          severity: problem.severity,
          source: problem.code,
          message: say(problem),
        };
      });
      diagnostics.sort((one, other) => one.from - other.from);
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    light(symbol) {
      const ranges = symbol === null ? [] : mentions(view.state.doc.toString(), symbol);
      view.dispatch({ effects: setLights.of(ranges) });
    },
    show(places) {
      const ranges = mentions(view.state.doc.toString(), places);
      const [first] = ranges;
      if (!first) return;
      view.dispatch({
        selection: { anchor: first.from },
        effects: [setLights.of(ranges), EditorView.scrollIntoView(first.from, { y: "center" })],
      });
      view.focus();
    },
    reveal(problem) {
      const { from, to } = locate(problem, view.state.doc.toString());
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
    dispose() {
      window.clearTimeout(timer);
      view.destroy();
    },
  };
}
