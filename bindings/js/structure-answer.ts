import type { Call } from "./dirac.js";
import { ModelError } from "./errors.js";
import type {
  CanonicalSizes,
  ConstrainedForm,
  DistributionsForm,
  HybridForm,
  ImageForm,
  InputOutputForm,
  KernelForm,
  PresymplecticForm,
  StructureCheck,
  Unavailable,
} from "./structure-forms.js";
import type { Problem } from "./types.js";

/** The engine's answer about a structure; a question requests parts of it. */
export interface Answer {
  problems: Problem[];
  size: number;
  dimension: number;
  uncertainty: number;
  text: Text;
  equals: StructureCheck;
  checks: StructureCheck[];
  bracket: number | null;
  check: StructureCheck[];
  image: ImageForm;
  kernel: KernelForm;
  constrained: ConstrainedForm | Unavailable;
  presymplectic: PresymplecticForm | Unavailable;
  inputOutput: InputOutputForm | Unavailable;
  hybrid: HybridForm | Unavailable;
  distributions: DistributionsForm | Unavailable;
  sizes: CanonicalSizes | Unavailable;
}

export type Word = Exclude<
  keyof Answer,
  "problems" | "size" | "dimension" | "uncertainty" | "equals" | "checks" | "bracket"
>;

/** A structure as a text for the engine. */
export type Text = Readonly<Record<string, unknown>>;

/** Sends a question to the engine. Throws a ModelError if the engine cannot read it. */
export function answerTo(call: Call, request: Text): Answer {
  const answer = JSON.parse(call(JSON.stringify(request))) as Answer;
  if (answer.problems.length > 0) throw new ModelError(answer.problems);
  return answer;
}
