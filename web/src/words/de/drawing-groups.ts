import type { groups as en } from "../en/drawing-groups";

/** Texte über Gruppen und die Reihenfolge des Gezeichneten. */
export const groups: typeof en = {
  make: "Gruppieren",
  open: "Gruppe öffnen",
  leave: "Gruppe verlassen",
  dissolve: "Gruppe auflösen",
  whole: "Ganzes Modell",
  path: "Offene Gruppe",
  content: "Darin",
  none: "Wähle Körper oder Schaltungselemente: Eine Gruppe besteht aus ihnen und dem, was sie verbindet.",
  needed: "Wähle zuerst eine Gruppe.",
  stays: (name) => `${name} hat eigene Formeln und bleibt deshalb eine Komponente.`,
  dissolved: (name) => `${name} aufgelöst.`,
  opened: (name) => `${name} ist offen. Esc verlässt die Gruppe.`,
  left: "Die Gruppe ist geschlossen.",
  order: {
    front: "Ganz nach vorn",
    forward: "Eins nach vorn",
    backward: "Eins nach hinten",
    back: "Ganz nach hinten",
  },
};
