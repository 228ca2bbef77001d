const paths = {
  play: "M7 4.5v15l12.5-7.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  reset: "M5 5h2.4v14H5zM19 5v14L8.6 12z",
  back: "M16.5 5v14L7.5 12zM4.6 5H6.8v14H4.6z",
  forward: "M7.5 5v14l9-7zM17.2 5h2.2v14h-2.2z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  minus: "M5 11h14v2H5z",
  fit: "M4 4h6v1.7H5.7V10H4zM14 4h6v6h-1.7V5.7H14zM4 14h1.7v4.3H10V20H4zM18.3 14H20v6h-6v-1.7h4.3zM12 9.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z",
  enlarge:
    "M4 4h7v1.8H7.1l4.200 4.200-1.300 1.300-4.200-4.200V11H4zM20 20h-7v-1.800h3.900l-4.200-4.200 1.300-1.300 4.200 4.200V13H20z",
  copy: "M8 3h12v14H8zM9.800 4.800v10.400h8.400V4.800zM4 7h1.800v12.200H16V21H4z",
  done: "M9.300 15.700 5 11.400l-1.300 1.300 5.600 5.600L20.600 7l-1.300-1.300z",
  axes: "M4 3h1.8v15.200H21V20H4zM8 13.300l4-5.300 3.300 3 4-6 1.500 1-5.200 7.700-3.300-3-2.900 3.700z",
  sun: "M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM11.2 2h1.6v3.4h-1.6zM11.2 18.6h1.6V22h-1.6zM2 11.2h3.4v1.6H2zM18.6 11.2H22v1.6h-3.4zM4.4 5.5l1.1-1.1 2.4 2.4-1.1 1.1zM16.1 17.2l1.1-1.1 2.4 2.4-1.1 1.1zM4.4 18.5l2.4-2.4 1.1 1.1-2.4 2.4zM16.1 6.8l2.4-2.4 1.1 1.1-2.4 2.4z",
  moon: "M20 14.6A8.4 8.4 0 0 1 9.4 4a8.4 8.4 0 1 0 10.6 10.6z",
  link: "M10.6 13.4a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2 1.3 1.3 1.2-1.2a2.2 2.2 0 0 1 3.1 3.1l-3 3a2.2 2.2 0 0 1-3.1 0zM13.4 10.6a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2-1.3-1.3-1.2 1.2A2.2 2.2 0 0 1 6 14.9l3-3a2.2 2.2 0 0 1 3.1 0z",
  lock: "M7 10V7.5a5 5 0 0 1 10 0V10h1.5v10.5h-13V10zm1.8 0h6.4V7.5a3.2 3.2 0 0 0-6.4 0z",
  code: "M9.2 6.6 3.8 12l5.4 5.4-1.3 1.3L1.2 12l6.7-6.7zM14.8 6.6 20.2 12l-5.4 5.4 1.3 1.3 6.7-6.7-6.7-6.7z",
  save: "M11.1 4h1.8v9l3.4-3.4 1.3 1.3-5.6 5.6-5.6-5.6 1.3-1.3 3.4 3.4zM4.5 18.2h15V20h-15z",
  open: "M3.5 6h6l2 2.2h8.7V19H3.5zm1.8 1.8v9.4h13.1V10H10.7L8.7 7.8z",
  undo: "M9.6 5.2 4.8 10l4.8 4.8 1.3-1.3-2.6-2.6h5.9a3.7 3.7 0 0 1 0 7.4H9v1.8h5.2a5.5 5.5 0 0 0 0-11H8.3l2.6-2.6z",
  redo: "M14.4 5.2l4.8 4.8-4.8 4.8-1.3-1.3 2.6-2.6H9.8a3.7 3.7 0 0 0 0 7.4H15v1.8H9.8a5.5 5.5 0 0 1 0-11h5.9l-2.6-2.6z",
  warning: "M12 3.2 22.4 21H1.6zM11.1 9.5v6h1.8v-6zM11.1 16.8v1.9h1.8v-1.9z",
  draw: "M4 20l1.3-5.2L15.9 4.200l3.900 3.900L9.200 18.700zM6.900 15.600l-.6 2.100 2.100-.6 8.900-9-1.500-1.500z",
  right: "M9.300 5.300 16 12l-6.700 6.700-1.300-1.300 5.400-5.400L8 6.600z",
  left: "M14.7 5.3 8 12l6.7 6.7 1.3-1.3L10.6 12 16 6.6z",
} as const;

export type IconName = keyof typeof paths;

const namespace = "http://www.w3.org/2000/svg";

/** An icon for a button whose name is given elsewhere. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  svg.append(makePath(paths[name]));
  return svg;
}

function makePath(d: string): SVGPathElement {
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", d);
  return path;
}

export function setIcon(svg: SVGSVGElement, name: IconName): void {
  svg.replaceChildren(makePath(paths[name]));
}
