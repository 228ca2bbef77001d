/** Canvases do not inherit the page's font. */
export function chartFont(host: Element): string {
  // UPlot needs the size in digits.
  const size = Math.round(0.765 * parseFloat(getComputedStyle(host).fontSize));
  return `${size}px "Iowan Old Style", P052, "Palatino Linotype", "URW Palladio L", Georgia, serif`;
}
