import { Emitter } from "../base/emitter";

/** What of a run is shown in a schematic. */
export type Shows = "currents" | "voltages" | "powers";

/** How schematics are shown. */
export class SchematicLook {
  readonly changed = new Emitter<SchematicLook>();
  /** Symbols of IEC 60617 or of ANSI Y32.2. */
  standard: "IEC" | "ANSI" = "IEC";
  readonly shows = new Set<Shows>(["currents", "voltages", "powers"]);

  changeStandard(): void {
    this.standard = this.standard === "IEC" ? "ANSI" : "IEC";
    this.changed.emit(this);
  }

  /** Shows something of runs, or no more. */
  toggle(what: Shows): void {
    if (!this.shows.delete(what)) this.shows.add(what);
    this.changed.emit(this);
  }
}
