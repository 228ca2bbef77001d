import { nextPicture } from "../base/ticker";
import { composeSheet, film } from "../parts/picture";
import { curvesIn } from "../plots/chart";
import { formatTime } from "../plots/format";
import type { Clock } from "../study/clock";
import type { Stage } from "../view/stage";
import type { Playback } from "./playback";

/** Pictures and videos of a simulation. */
export class Capture {
  constructor(
    /** Contains the charts. */
    readonly element: HTMLElement,
    readonly stage: Stage,
    readonly clock: Clock,
    readonly playback: Playback,
    /** The name of the model. */
    readonly name: () => string,
  ) {}

  /** The figure as it is now, a PNG as a data: URL; "" if there is none. */
  picture(): string {
    return this.stage.paint() ? this.stage.canvas.toDataURL("image/png") : "";
  }

  /** Figure and traces as they are now, a PNG; null if there is no figure. */
  sheet(): Promise<Blob | null> {
    const { stage } = this;
    if (!stage.paint()) return Promise.resolve(null);
    const traces = [...this.element.querySelectorAll<HTMLElement>(".chart")].flatMap((chart) => {
      const canvas = chart.querySelector("canvas");
      const unit = chart.querySelector(".axis-unit")?.textContent ?? "";
      const heading = [chart.getAttribute("aria-label") ?? "", unit].filter(Boolean).join(", in ");
      const isOpen = canvas !== null && canvas.clientHeight > 0;
      return isOpen ? [{ heading, canvas, curves: curvesIn(chart) }] : [];
    });
    const title = `${this.name()}, t = ${formatTime(this.clock.time)} s`;
    const sheet = composeSheet(this.element, title, stage.canvas, traces);
    return new Promise((resolve) => sheet.toBlob(resolve, "image/png"));
  }

  /**
   * Shows the figure at each of these times, s, and gives its canvas to `take`; then shows the present time again.
   */
  async frames(
    times: readonly number[],
    take: (canvas: HTMLCanvasElement, index: number) => void,
  ): Promise<void> {
    const { clock, stage } = this;
    const { time } = clock;
    clock.pause();
    try {
      for (const [index, t] of times.entries()) {
        clock.seek(t);
        stage.seek(t);
        if (!stage.paint()) return;
        take(stage.canvas, index);
        await nextPicture();
      }
    } finally {
      clock.seek(time);
    }
  }

  /**
   * A video of the whole run at the speed of the clock; null if the browser cannot record one. `onShare` is called with
   * the share of the run that is recorded.
   */
  film(onShare: (share: number) => void = () => undefined): Promise<Blob | null> {
    const { clock, stage } = this;
    const { time, loops } = clock;
    clock.loops = false;
    this.playback.setLive(true); // the clock stops while the element is out of view
    clock.reset();
    const play = async (): Promise<void> => {
      clock.play();
      await new Promise<void>((resolve) => {
        const end = clock.changed.on(({ isPlaying, time: now, end: last }) => {
          onShare(last > 0 ? Math.min(now / last, 1) : 1);
          if (isPlaying) return;
          end();
          resolve();
        });
      });
    };
    return film({ canvas: stage.canvas, paint: () => stage.paint(), play }).finally(() => {
      clock.loops = loops;
      clock.seek(time);
    });
  }
}
