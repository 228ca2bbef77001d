import type { Stage } from "../view/stage";
import { speeds, type Clock } from "../study/clock";
import type { Actions } from "./hotkeys";

/** The keys of one simulation. */
export function simActions(clock: Clock, stage: Stage, step: (rows: number) => void): Actions {
  const changeSpeed = (by: number): void => {
    const index = speeds.findIndex((speed) => speed >= clock.speed) + by;
    clock.speed = speeds[Math.min(Math.max(index, 0), speeds.length - 1)] ?? 1;
  };
  return {
    play: () => clock.toggle(),
    reset: () => clock.reset(),
    stepBack: () => step(-1),
    stepForward: () => step(1),
    halfBack: () => clock.seek(clock.time - 0.5),
    halfForward: () => clock.seek(clock.time + 0.5),
    slower: () => changeSpeed(-1),
    faster: () => changeSpeed(1),
    turnLeft: () => stage.view.turn(-0.1),
    turnRight: () => stage.view.turn(0.1),
    zoomIn: () => stage.view.zoom(1.2),
    zoomOut: () => stage.view.zoom(1 / 1.2),
    resetView: () => stage.view.reset(stage.shown.current),
  };
}
