import type { Stage } from "../view/stage";
import { speeds, type Clock } from "./clock";
import type { Hotkey } from "./hotkeys";

/** The keys of one simulation. */
export function simHotkeys(
  clock: Clock,
  stage: Stage,
  step: (rows: number) => void,
): readonly Hotkey[] {
  const changeSpeed = (by: number): void => {
    const index = speeds.findIndex((speed) => speed >= clock.speed) + by;
    clock.speed = speeds[Math.min(Math.max(index, 0), speeds.length - 1)] ?? 1;
  };
  return [
    { keys: [" ", "k"], shown: "Space", label: "Play or pause", act: () => clock.toggle() },
    { keys: ["r", "Home"], shown: "R", label: "Reset to the start", act: () => clock.reset() },
    { keys: [","], shown: ",", label: "One step back", act: () => step(-1) },
    { keys: ["."], shown: ".", label: "One step forward", act: () => step(1) },
    {
      keys: ["j"],
      shown: "J",
      label: "Half a second back",
      act: () => clock.seek(clock.time - 0.5),
    },
    {
      keys: ["l"],
      shown: "L",
      label: "Half a second forward",
      act: () => clock.seek(clock.time + 0.5),
    },
    { keys: ["["], shown: "[", label: "Slower", act: () => changeSpeed(-1) },
    { keys: ["]"], shown: "]", label: "Faster", act: () => changeSpeed(1) },
    { keys: ["ArrowLeft"], shown: "←", label: "Turn the view left", act: () => stage.turn(-0.1) },
    { keys: ["ArrowRight"], shown: "→", label: "Turn the view right", act: () => stage.turn(0.1) },
    { keys: ["+", "="], shown: "+", label: "Zoom in", act: () => stage.zoom(1.2) },
    { keys: ["-"], shown: "−", label: "Zoom out", act: () => stage.zoom(1 / 1.2) },
    { keys: ["v"], shown: "V", label: "Reset the view", act: () => stage.resetView() },
  ];
}
