// The page of an offline file contains the solutions of its tasks. This writes it so that nobody
// reads them in passing, as in the source of the page. It keeps nothing secret.

/** A text in base64. */
export function veil(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The text that `veil` wrote. */
export function unveil(code: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(code), (one) => one.charCodeAt(0)));
}
