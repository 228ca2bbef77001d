import type { ToolId } from "./tools";

type Icon = ToolId | "draw" | "trash" | "copy" | "actions";

/** Lines of 24 by 24; filled parts follow after a bar. */
const paths: Readonly<Record<Icon, string>> = {
  select: "M6 4l12 7.2-5.4 1.2L9.6 18z",
  rod: "M6.6 17.4L17.4 6.6|M5.2 16.4a2.4 2.4 0 1 0 .01 0zM18.8 2.8a2.4 2.4 0 1 0 .01 0z",
  mass: "M4.5 8h15v9h-15z|M12 11.2a1.3 1.3 0 1 0 .01 0z",
  ground:
    "M12 6.5L6.5 15h11zM4 15h16M6 18.5l2-3M10.5 18.5l2-3M15 18.5l2-3|M12 3.6a2 2 0 1 0 .01 0z",
  slide: "M2.5 17.5h19M8 8.5h8v6H8z|M12 10.2a1.3 1.3 0 1 0 .01 0z",
  spring: "M2.5 12h3l1.6-4.5 2.6 9 2.6-9 2.6 9 2.6-9L18.500 12h3",
  damper: "M2.500 12H9M9 8.500v7M7 7h9.500M7 17h9.500M16.500 7v10M16.500 12h5",
  motor:
    "M18.800 9.200A7.300 7.300 0 1 0 19.300 12M19.600 5v4.600H15|M12 10.200a1.800 1.800 0 1 0 .01 0z",
  force: "M5 19L17.500 6.500M10.500 5.500h8v8|M5 17.200a1.800 1.800 0 1 0 .01 0z",
  pen: "M3.500 18.500c4-9 6 3 9.500-4.500|M13.500 13.500l1-3.700L18.700 5.500l2.700 2.700-4.200 4.300z",
  draw: "M4 20l1.200-4.800L15.800 4.600l3.600 3.600L8.800 18.800zM13.600 6.800l3.600 3.600",
  trash:
    "M5 7h14M9.500 7V4.500h5V7M6.800 7l1 12.500h8.400l1-12.500M10.200 10.500v6M13.800 10.500v6",
  copy: "M8.500 8.500h11v11h-11zM15.500 8V4.500h-11v11H8",
  actions: "M15.500 5l-7 14",
};

const namespace = "http://www.w3.org/2000/svg";

/** The picture of a tool for a button that has its name elsewhere. */
export function toolIcon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("tool-icon");
  paths[name].split("|").forEach((d, index) => {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", d);
    if (index > 0) path.classList.add("is-filled");
    svg.append(path);
  });
  return svg;
}
