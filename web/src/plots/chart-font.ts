/** Canvases do not inherit the page's type. */
export function chartFont(host: Element): string {
  const size = Math.round(0.765 * parseFloat(getComputedStyle(host).fontSize)); // uPlot reads digits only
  return `${size}px "Iowan Old Style", P052, "Palatino Linotype", "URW Palladio L", Georgia, serif`;
}
