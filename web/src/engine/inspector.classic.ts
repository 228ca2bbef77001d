/** Scripts that may not load others have no inspector: it would make each of them twice as long. */
export function askInspector(): Promise<never> {
  return Promise.reject(new Error("The inspector is not part of this page."));
}
