import { freshId, h } from "../base/dom";

interface Tab {
  readonly label: string;
  readonly content: HTMLElement;
  /** Called when the tab is shown: the first time, and each time. */
  readonly onShow?: () => void;
}

export interface Tabs {
  readonly element: HTMLElement;
  show(label: string): void;
  /** Marks a tab, e.g. with the number of problems in it. */
  mark(label: string, text: string, isWarning?: boolean): void;
}

/** Tabs with the standard keys: arrows, Home, End. */
export function makeTabs(name: string, tabs: readonly Tab[]): Tabs {
  const buttons: HTMLButtonElement[] = [];
  const panels: HTMLElement[] = [];
  const marks: HTMLElement[] = [];
  const select = (index: number, takesFocus: boolean): void => {
    buttons.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    });
    panels.forEach((panel, at) => (panel.hidden = at !== index));
    if (takesFocus) buttons[index]?.focus();
    tabs[index]?.onShow?.();
  };
  tabs.forEach(({ label, content }, index) => {
    const tabId = freshId("tab");
    const panelId = freshId("panel");
    const mark = h("span", { class: "mark", hidden: true });
    const tab = h(
      "button",
      { type: "button", role: "tab", id: tabId, "aria-controls": panelId },
      label,
      mark,
    );
    tab.addEventListener("click", () => select(index, false));
    tab.addEventListener("keydown", (event) => {
      const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[
        event.key
      ];
      if (next === undefined) return;
      event.preventDefault();
      select((next + tabs.length) % tabs.length, true);
    });
    buttons.push(tab);
    marks.push(mark);
    panels.push(
      h("div", { role: "tabpanel", id: panelId, "aria-labelledby": tabId, tabindex: 0 }, content),
    );
  });
  const indexOf = (label: string): number => tabs.findIndex((tab) => tab.label === label);
  select(0, false);
  return {
    element: h(
      "section",
      { class: "tabs" },
      h("div", { role: "tablist", "aria-label": name }, ...buttons),
      ...panels,
    ),
    show: (label) => select(indexOf(label), true),
    mark(label, text, isWarning = false) {
      const mark = marks[indexOf(label)];
      if (!mark) return;
      mark.textContent = text;
      mark.hidden = text === "";
      mark.classList.toggle("is-warning", isWarning);
    },
  };
}
