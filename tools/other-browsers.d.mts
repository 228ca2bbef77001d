export const browsers: { [name in "firefox" | "webkit"]: { program: string | undefined } };
export function openIn<Found>(
  name: keyof typeof browsers,
  url: string,
  done: Promise<Found>,
): Promise<Found>;
