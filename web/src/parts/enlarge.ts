import { button, h } from "../base/dom";
import { words } from "../words/words";
import { icon } from "./icons";

/** A button that shows a part in a large window, and returns it to its place when the window closes. */
export function enlargeButton(part: () => HTMLElement): HTMLButtonElement {
  const opener = button(
    { class: "quiet square", "aria-label": words.enlarge, title: words.enlarge },
    [icon("enlarge")],
    () => {
      const element = part();
      const close = button({ class: "secondary small" }, [words.close], () => dialog.close());
      const name = element.getAttribute("aria-label") ?? words.trace;
      const dialog = h("dialog", { class: "enlarged", "aria-label": name });
      const place = document.createComment("");
      element.replaceWith(place, dialog);
      dialog.append(element, close);
      opener.hidden = true;
      dialog.addEventListener("close", () => {
        place.replaceWith(element);
        dialog.remove();
        opener.hidden = false;
        opener.focus();
      });
      dialog.showModal();
      close.focus({ preventScroll: true }); // the window begins with its title
    },
  );
  return opener;
}
