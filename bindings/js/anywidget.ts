// The module of a Jupyter widget (docs/frameworks.md): an offline file in a frame, whose messages become traits. It
// imports nothing, because anywidget loads it from a text.

/** The part of anywidget's model that is used. */
export interface WidgetModel {
  /** The value of a trait. */
  get(name: string): unknown;
  /** Changes a trait. */
  set(name: string, value: unknown): void;
  /** Sends the changes to Python. */
  save_changes(): void;
  /** Listens to changes of a trait. */
  on(event: string, listener: () => void): void;
  /** Ends that. */
  off(event: string, listener: () => void): void;
}

/** The traits that events of the frame set. */
const traits: { readonly [event: string]: string } = {
  ...{ change: "settings", outcome: "outcome", progress: "progress" },
};

/** Shows the widget in an element of the notebook; returns what ends it. */
export function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const frame = document.createElement("iframe");
  frame.title = "Porthos";
  frame.setAttribute("sandbox", "allow-scripts"); // it reads nothing of the notebook
  frame.style.cssText = "width: 100%; border: 0";
  let isReady = false;
  let asked = 0;
  const show = (): void => {
    isReady = false;
    frame.height = String(model.get("height") ?? 560);
    frame.srcdoc = String(model.get("html") ?? "");
  };
  const setValues = (): void => {
    const values = model.get("values") as object | undefined;
    if (!isReady || !values || Object.keys(values).length === 0) return;
    frame.contentWindow?.postMessage({ porthos: 1, id: ++asked, verb: "set", values }, "*");
  };
  const listen = ({ source, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || data?.porthos !== 1) return;
    const { event, detail } = data as { event?: string; detail: unknown };
    if (event === "load") {
      isReady = true;
      setValues();
    }
    const trait = event === undefined ? undefined : traits[event];
    if (trait === undefined) return;
    model.set(trait, detail);
    model.save_changes();
  };
  window.addEventListener("message", listen);
  model.on("change:values", setValues);
  for (const name of ["html", "height"]) model.on(`change:${name}`, show);
  show();
  el.append(frame);
  return () => {
    window.removeEventListener("message", listen);
    model.off("change:values", setValues);
    for (const name of ["html", "height"]) model.off(`change:${name}`, show);
    frame.remove();
  };
}

export default { render };
