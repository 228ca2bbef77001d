import { Emitter } from "../base/emitter";
import { hasTasks } from "./read-task";

/** The page of a model, Markdown, with its tasks: that of the gallery, or one that a teacher has edited. */
export class Lesson {
  readonly changed = new Emitter<string>();
  #text: string;

  constructor(
    /** The page of the gallery; "" if there is none. */
    readonly original: string,
    text = original,
  ) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (text === this.#text) return;
    this.#text = text;
    this.changed.emit(text);
  }

  get isOwn(): boolean {
    return this.#text !== this.original;
  }

  get hasTasks(): boolean {
    return hasTasks(this.#text);
  }
}
