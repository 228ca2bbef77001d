/** Texts about a reader's own data. */
export const ownData = {
  title: "Your own data",
  note: "Open a table (CSV), paste it here, or drop the file. It stays in your browser. Points stand beside the curves.",
  open: "Open a file",
  paste: "Or paste a table: one row for each time",
  noTable: "This is no table of numbers with two or more columns.",
  read: (name: string, rows: number, columns: number) =>
    `${name || "Table"}: ${rows} rows, ${columns} columns`,
  pasted: "Pasted table",
  column: "Your column",
  unit: "Unit",
  unitOf: (name: string) => `Unit of ${name}`,
  belongsTo: "belongs to",
  belongs: (name: string) => `The column that ${name} belongs to`,
  scale: "times",
  scaleOf: (name: string) => `Factor on ${name}`,
  time: "the time",
  nothing: "nothing",
  shift: "Shift in time (s)",
  badUnit: (name: string, unit: string) =>
    `The unit of ${name} does not convert to ${unit}. Its numbers are used as they are.`,
  ghost: "Show the measured motion in the figure, pale",
  ghostNeeds: "For the figure, a column has to belong to a position of the model.",
  ghostComputing: (percent: number) => `The poses are being computed: ${percent} %`,
  ghostFailed: "The model has no pose for these values.",
  ghostSome: (count: number, all: number) => `${count} of ${all} measured poses are shown.`,
  remove: "Remove the data",
  close: "Close",
};

export type OwnDataWords = typeof ownData;
