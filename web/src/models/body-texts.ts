/** The texts of the library's elements that have a body, by their names in `use`. */
export const bodyTexts: ReadonlyMap<string, string> = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        "../../../src/elements/{ball,box,cylinder,rod}.porthos.json",
        "../../../src/elements/planar-*.porthos.json",
        "../../../src/elements/point-mass.porthos.json",
        "../../../src/elements/rigid-body.porthos.json",
        "../../../src/elements/rolling-disc.porthos.json",
      ],
      { query: "?raw", import: "default", eager: true },
    ),
  ).map(([path, text]) => [`porthos:${/([^/]+)\.porthos\.json$/.exec(path)?.[1] ?? ""}`, text]),
);
