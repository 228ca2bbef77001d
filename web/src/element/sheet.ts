/**
 * A style sheet for elements with a tree of their own. Lengths in rem would follow the page around it:
 * here they follow --porthos-font-size. Conditions (@media, @container) know no variables: write px there.
 */
export function makeSheet(...texts: readonly string[]): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const text = texts.join("\n");
  sheet.replaceSync(text.replace(/(-?[\d.]+)rem\b/g, "calc($1 * var(--porthos-font-size, 16px))"));
  return sheet;
}
