/** The texts of the library's elements by the names that `use` gives. */
export const elementTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>("../../../src/elements/*.porthos.json", {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).map(([path, text]) => [`porthos:${/([^/]+)\.porthos\.json$/.exec(path)?.[1] ?? ""}`, text]),
);
