/** The elements in JSX: `import "porthos/react"` loads them and declares their attributes. */
import type { HTMLAttributes, RefAttributes } from "react";
import type { PorthosElements } from "./element.js";

export * from "./element.js";

type Html<Of extends HTMLElement, Own> = Own &
  Omit<HTMLAttributes<Of>, keyof Own> &
  RefAttributes<Of>;

type Tags = {
  [Tag in keyof PorthosElements]: Html<
    PorthosElements[Tag]["element"],
    PorthosElements[Tag]["attributes"]
  >;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
