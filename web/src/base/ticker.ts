type Tick = (seconds: number) => void;

const ticks = new Set<Tick>();
let frame = 0;
let last = 0;

/**
 * Calls `tick` for each frame of the screen with the time since the last one, s. Returns the
 * function that stops it.
 */
export function onFrame(tick: Tick): () => void {
  ticks.add(tick);
  if (frame === 0) {
    last = performance.now();
    frame = requestAnimationFrame(run);
  }
  return () => ticks.delete(tick);
}

/** Resolves when the next frame of the screen has been drawn. */
export function nextPicture(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/**
 * Resolves when a motion that begins now is visible. Work that takes longer than a frame should
 * come after it.
 */
export async function motionSeen(): Promise<void> {
  for (let pictures = 0; pictures < 4; pictures++) await nextPicture();
}

function run(now: number): void {
  // A page in the background gets no frames.
  const seconds = Math.min(Math.max(now - last, 0), 100) / 1000;
  last = now;
  for (const tick of [...ticks]) tick(seconds);
  frame = ticks.size > 0 ? requestAnimationFrame(run) : 0;
}
