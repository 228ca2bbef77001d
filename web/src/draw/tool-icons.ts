/** Lines of 24 by 24; filled parts follow after a bar. */
const paths = {
  trash:
    "M5 7h14M9.500 7V4.500h5V7M6.800 7l1 12.500h8.400l1-12.500M10.200 10.500v6M13.800 10.500v6",
  copy: "M8.500 8.500h11v11h-11zM15.500 8V4.500h-11v11H8",
  actions: "M15.500 5l-7 14",
} as const;

const namespace = "http://www.w3.org/2000/svg";

/** A picture for a button that has its name elsewhere: one of these, or the lines of a tool. */
export function toolIcon(icon: keyof typeof paths | { readonly icon: string }): SVGSVGElement {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("tool-icon");
  const lines = typeof icon === "string" ? paths[icon] : icon.icon;
  lines.split("|").forEach((d, index) => {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", d);
    if (index > 0) path.classList.add("is-filled");
    svg.append(path);
  });
  return svg;
}
