import type { RendererObject } from "marked";

/** Turns blocks ```task into places that connectProse() fills; other blocks are rendered as usual. */
export const taskRenderer: RendererObject = {
  code({ text, lang }) {
    if (lang !== "task") return false;
    return `<div data-task>${escapeText(text)}</div>`;
  },
};

export function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
