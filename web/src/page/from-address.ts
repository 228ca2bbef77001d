import { largestText, writeLink } from "../parts/link";
import { ownId, readBrought } from "../models/own";
import { button, h } from "../parts/dom";

/** The model's address in `?model=…`; null where there is none. */
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
    const open = button({ class: "primary" }, ["Open it"], () => resolve(true));
    host.replaceChildren(
      h(
        "main",
        { class: "opening-question" },
        h("h1", { tabindex: -1 }, `Open a model from ${address.host}?`),
        h("p", { class: "address" }, address.href),
        h("p", {}, "Its text is read from there and computed here. Nothing is sent."),
        h(
          "p",
          {},
          open,
          " ",
          button({ class: "secondary" }, ["To the gallery"], () => resolve(false)),
        ),
      ),
    );
    open.focus();
  });
}

/** The link to a model that was read, or what was wrong, in a sentence. */
export async function readAddress(address: URL): Promise<{ link: string } | { fault: string }> {
  const failed = (why: string) => ({ fault: `The model at ${address.href} ${why}.` });
  try {
    const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" });
    if (!answer.ok) return failed(`could not be read: status ${answer.status}`);
    if (Number(answer.headers.get("content-length")) > largestText)
      return failed("is larger than 4 MB");
    const read = await readBrought(await answer.blob());
    if ("fault" in read) return { fault: read.fault };
    const settings = { set: {}, inputs: {} };
    return { link: await writeLink({ model: ownId, text: read.text, settings, time: 0 }) };
  } catch {
    return failed("could not be read: its server may not allow other pages to");
  }
}
