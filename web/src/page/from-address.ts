import { largestText } from "../engine/limits";
import { writeLink } from "../study/link";
import { ownId, readModelFile } from "../models/own";
import { button, h } from "../base/dom";
import { words } from "../words/words";

/** The model's address in `?model=…`; null if there is none. */
export function addressIn(search: string): URL | null {
  const given = new URLSearchParams(search).get("model");
  if (!given) return null;
  try {
    const address = new URL(given, location.href);
    return /^https?:$/.test(address.protocol) ? address : null;
  } catch {
    return null;
  }
}

/** Asks before anything is read from another origin. */
export function isAllowed(address: URL, host: Element): Promise<boolean> {
  if (address.origin === location.origin) return Promise.resolve(true);
  return new Promise((resolve) => {
    const open = button({ class: "primary" }, [words.openIt], () => resolve(true));
    host.replaceChildren(
      h(
        "main",
        { class: "opening-question" },
        h("h1", { tabindex: -1 }, words.openFrom(address.host)),
        h("p", { class: "address" }, address.href),
        h("p", {}, words.readFrom),
        h(
          "p",
          {},
          open,
          " ",
          button({ class: "secondary" }, [words.toGallery], () => resolve(false)),
        ),
      ),
    );
    open.focus();
  });
}

/** The link to a model that was read, or the fault, as a sentence. */
export async function readAddress(address: URL): Promise<{ link: string } | { fault: string }> {
  const { href } = address;
  try {
    const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" });
    if (!answer.ok) return { fault: words.notRead(href, String(answer.status)) };
    if (Number(answer.headers.get("content-length")) > largestText)
      return { fault: words.tooLarge };
    const read = await readModelFile(await answer.blob());
    if ("fault" in read) return { fault: read.fault };
    const settings = { set: {}, inputs: {} };
    return { link: await writeLink({ model: ownId, text: read.text, settings, time: 0 }) };
  } catch {
    return { fault: words.notAllowed(href) };
  }
}
