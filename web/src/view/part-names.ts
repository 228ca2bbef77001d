/** Whether a name means this body, or the component of the body. A space may be written "_". */
export function isPartOf(body: string, name: string): boolean {
  const [own, wanted] = [body.replaceAll("_", " "), name.replaceAll("_", " ")];
  return own === wanted || own.startsWith(`${wanted}.`);
}
