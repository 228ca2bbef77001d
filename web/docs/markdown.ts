// Markdown of the repository as HTML of the documentation.
import katex from "katex";
import { Marked, type Tokens } from "marked";
import { mathExtensions } from "../src/models/math";

export interface Section {
  /** "" before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

/** `link` gives the address of what a file of the repository became; null where it became nothing. */
export function renderPage(markdown: string, link: (target: string) => string | null): Rendered {
  const sections: { id: string; title: string; text: string }[] = [{ id: "", title: "", text: "" }];
  const ids = new Map<string, number>();
  let title = "";
  const marked = new Marked({
    extensions: mathExtensions((formula, displayMode) =>
      katex.renderToString(formula, { displayMode, throwOnError: false }),
    ),
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = plain(html);
        if (depth === 1 && title === "") title = text;
        const known = ids.get(slug(text)) ?? 0;
        ids.set(slug(text), known + 1);
        const id = known === 0 ? slug(text) : `${slug(text)}-${known}`;
        sections.push({ id, title: text, text: "" });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = /^(https?:|#)/.test(href) ? href : link(href);
        if (target === null) return text;
        return `<a href="${escapeText(target)}"${/^https?:/.test(target) ? ' rel="noopener"' : ""}>${text}</a>`;
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="./${escapeText(href)}" alt="${escapeText(text)}" loading="lazy">`,
      code({ text, lang }: Tokens.Code) {
        if (lang === "task") return questionOf(text);
        const isModel = lang === "json" && /^\s*\{[^]*"porthos"\s*:/.test(text);
        const block = `<pre tabindex="0"><code>${escapeText(text)}</code></pre>`;
        return isModel ? `<div class="live">${block}</div>\n` : `${block}\n`;
      },
      table(token: Tokens.Table) {
        const cell = ({ tokens, text }: Tokens.TableCell, tag: string): string =>
          text === "" ? "<td></td>" : `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((content) => cell(content, tag)).join("")}</tr>`;
        const hasHead = token.header.some(({ text }) => text !== "");
        const head = hasHead ? `<thead>${row(token.header, "th")}</thead>` : "";
        const body = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="scroller" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  for (const [index, part] of html.split(/(?=<h[1-6] id=)/).entries()) {
    const section = sections[/^<h[1-6] id=/.test(html) ? index + 1 : index];
    if (section) section.text = plain(part.replace(/<h[1-6][^]*?<\/h[1-6]>/, ""));
  }
  return { html, title, sections: sections.filter(({ title: t, text }) => t || text) };
}

/** Of a task what it asks; the page of the model sets the knobs and checks. */
function questionOf(task: string): string {
  const [, ask = ""] = /^ask:\s*(.*)$/m.exec(task) ?? [];
  return ask && `<p><em>${escapeText(ask)}</em></p>\n`;
}

/** As GitHub makes the names of headings. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** The words of a piece of HTML. */
function plain(html: string): string {
  return html
    .replace(/<math[^]*?<\/math>|<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
};

export function escapeText(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
