import type { Hotkey } from "../parts/hotkeys";
import { toggleTheme } from "./theme";

interface Actions {
  share(): void;
  help(): void;
  edit(): void;
  undo(): void;
  redo(): void;
}

/** All keys of the workbench: those of the simulation and its own. */
export function workbenchHotkeys(
  simulation: readonly Hotkey[],
  actions: Actions,
): readonly Hotkey[] {
  return [
    ...simulation,
    { keys: ["e"], shown: "E", label: "Edit the model text", act: actions.edit },
    { keys: ["z"], shown: "Z", label: "Undo", act: actions.undo },
    { keys: ["y"], shown: "Y", label: "Redo", act: actions.redo },
    { keys: ["s"], shown: "S", label: "Copy a link to exactly this", act: actions.share },
    { keys: ["d"], shown: "D", label: "Dark or light colours", act: toggleTheme },
    { keys: ["g"], shown: "G", label: "Back to the gallery", act: () => (location.hash = "") },
    { keys: ["?"], shown: "?", label: "This help", act: actions.help },
  ];
}
