// The drawing speed of a page.

/** @typedef {import("playwright-core").Page} Page */

/** Frames per second of the page, over three seconds. */
export const frames = (/** @type {Page} */ of) =>
  of.evaluate(
    () =>
      new Promise((/** @type {(rate: number) => void} */ resolve) => {
        const start = performance.now();
        let count = 0;
        const draw = () => {
          ++count;
          const taken = performance.now() - start;
          if (taken > 3000) resolve((1000 * count) / taken);
          else requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
      }),
  );
