import type { RendererObject } from "marked";

/** Blocks ```task as places that enliven() fills; all other blocks as usual. */
export const taskRenderer: RendererObject = {
  code({ text, lang }) {
    if (lang !== "task") return false;
    return `<div data-task>${escapeText(text)}</div>`;
  },
};

export function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
