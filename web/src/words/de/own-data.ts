import type { OwnDataWords } from "../en/own-data";

/** Texts about a reader's own data. */
export const ownData: OwnDataWords = {
  title: "Eigene Daten",
  note: "Eine Tabelle (CSV) öffnen, hier einfügen oder die Datei auf die Seite ziehen. Sie bleibt im Browser. Punkte stehen neben den Kurven.",
  open: "Datei öffnen",
  paste: "Oder eine Tabelle einfügen: eine Zeile je Zeitpunkt",
  noTable: "Das ist keine Tabelle aus Zahlen mit mindestens zwei Spalten.",
  read: (name, rows, columns) => `${name || "Tabelle"}: ${rows} Zeilen, ${columns} Spalten`,
  pasted: "Eingefügte Tabelle",
  column: "Spalte",
  unit: "Einheit",
  unitOf: (name) => `Einheit von ${name}`,
  belongsTo: "gehört zu",
  belongs: (name) => `Größe, zu der ${name} gehört`,
  scale: "mal",
  scaleOf: (name) => `Faktor für ${name}`,
  time: "die Zeit",
  nothing: "nichts",
  shift: "Verschiebung (s)",
  badUnit: (name, unit) =>
    `Die Einheit von ${name} lässt sich nicht in ${unit} umrechnen. Die Zahlen gelten, wie sie sind.`,
  ghost: "Die gemessene Bewegung blass im Bild zeigen",
  ghostNeeds: "Für das Bild muss eine Spalte zu einer Lage des Modells gehören.",
  ghostComputing: (percent) => `Die Lagen werden berechnet: ${percent} %`,
  ghostFailed: "Das Modell hat für diese Werte keine Lage.",
  ghostSome: (count, all) => `${count} von ${all} gemessenen Lagen sind zu sehen.`,
  remove: "Daten entfernen",
  close: "Schließen",
};
