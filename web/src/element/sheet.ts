/**
 * A style sheet for elements with a shadow tree. Lengths in rem would follow the surrounding page;
 * here they follow --porthos-font-size. Conditions (@media, @container) cannot use variables: write
 * px there.
 */
export function makeSheet(...texts: readonly string[]): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const text = texts.join("\n");
  sheet.replaceSync(text.replace(/(-?[\d.]+)rem\b/g, "calc($1 * var(--porthos-font-size, 16px))"));
  return sheet;
}
