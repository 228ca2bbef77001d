/** The names of the files next to it that a model's text uses. */
export function usedFiles(text: string): string[] {
  return [...text.matchAll(/"use"\s*:\s*"([^"/]+\.porthos\.json)"/g)].map(([, file = ""]) => file);
}
