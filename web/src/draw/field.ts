import type { ModelText } from "./model-text";

/** A number of a thing, as the inspector offers it. */
export interface Field {
  readonly id: string;
  readonly group: "main" | "start" | "more";
  readonly label: string;
  readonly unit: string;
  readonly value: string;
  /** It takes no formula with names. */
  readonly isNumber?: boolean;
  readonly isKnob?: boolean;
  set(model: ModelText, value: number | string): void;
  toggleKnob?(model: ModelText): void;
}

/** What a thing can be instead. */
export interface Choice {
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  change(model: ModelText, to: string): string;
}
