const elements = new Set(
  [
    "resistor",
    "inductor",
    "capacitor",
    "diode",
    "switch",
    "voltage-source",
    "current-source",
    "dc-motor",
    "transformer",
    "gyrator",
    "voltmeter",
    "ammeter",
    "heating-resistor",
  ].map((name) => `porthos:${name}`),
);

/** Whether an element of the library is one between two nodes of a circuit that the board draws. */
export function isTwoPoleElement(use: string): boolean {
  return elements.has(use);
}
