/**
 * Scrolls a trace into view. Beside tasks it scrolls no more than the box of the traces, so that
 * figure and question stay.
 */
export function reveal(trace: HTMLElement): void {
  const box = trace.closest(".has-desk") ? trace.closest<HTMLElement>(".traces") : null;
  if (!box) return trace.scrollIntoView({ block: "nearest" });
  const [inner, outer] = [trace.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
}
