import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * The theme of the editor: the colours of the page, light and dark, by the page's own variables.
 */
export const editorTheme = [
  EditorView.theme({
    "&": { color: "var(--ink)", backgroundColor: "transparent", fontSize: "0.875rem" },
    "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "2px" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
    ".cm-content": { caretColor: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": {
      backgroundColor: "transparent",
      color: "var(--ink-quiet)",
      borderRight: "1px solid var(--rule)",
    },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--wash)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
      { backgroundColor: "var(--selection)" },
    ".cm-lit": {
      backgroundColor: "var(--selection)",
      outline: "1px solid var(--ink-quiet)",
      borderRadius: "2px",
    },
    ".cm-matchingBracket": { backgroundColor: "var(--selection)" },
    ".cm-foldPlaceholder": { backgroundColor: "var(--wash)", color: "var(--ink)", border: "none" },
    ".cm-tooltip, .cm-panels": {
      backgroundColor: "var(--paper)",
      color: "var(--ink)",
      border: "1px solid var(--rule)",
    },
    ".cm-key-help, .cm-completionInfo": {
      fontFamily: "var(--serif)",
      fontSize: "0.95rem",
      maxWidth: "26rem",
      padding: "0.4rem 0.6rem",
    },
    ".cm-diagnostic": { fontFamily: "var(--serif)", fontSize: "0.95rem" },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: "var(--code-key)" },
      { tag: tags.string, color: "var(--code-string)" },
      { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
    ]),
  ),
];
