/** A course system's run-time, by the elements of its version of SCORM. */
export interface CourseApi {
  readonly version: "1.2" | "2004";
  /** Begins the session; false if the course system refuses it. */
  begin(): boolean;
  /** "" for an element that is missing or not supported. */
  get(element: string): string;
  /** False if the course system refuses the value. */
  set(element: string, value: string): boolean;
  commit(): void;
  end(): void;
}

type Call = (...values: string[]) => unknown;

/** The functions of both versions by the same names. */
const namesOf = {
  "1.2": ["LMSInitialize", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSFinish"],
  "2004": ["Initialize", "GetValue", "SetValue", "Commit", "Terminate"],
} as const;
const objectOf = { "1.2": "API", "2004": "API_1484_11" } as const;
type Version = keyof typeof namesOf;

/** Windows above each other, as far as one looks; SCORM says 500 at most. */
const farthest = 500;

/** Finds the run-time in this window, those around it, and the one that opened it. */
export function findApi(from: Window, preferred: Version): CourseApi | null {
  const other: Version = preferred === "1.2" ? "2004" : "1.2";
  for (const version of [preferred, other]) {
    const found = search(from, version) ?? (from.top ? searchOpener(from.top, version) : null);
    if (found) return wrap(found, version);
  }
  return null;
}

function searchOpener(window: Window, version: Version): object | null {
  try {
    const opener = window.opener as Window | null;
    return opener ? search(opener, version) : null;
  } catch {
    return null; // a window of another origin
  }
}

function search(from: Window, version: Version): object | null {
  let at = from;
  for (let steps = 0; steps < farthest; steps++) {
    try {
      const found: unknown = Reflect.get(at, objectOf[version]);
      if (typeof found === "object" && found !== null) return found;
    } catch {
      return null; // a window of another origin hides all above it too
    }
    if (at.parent === at) return null;
    at = at.parent;
  }
  return null;
}

function wrap(api: object, version: Version): CourseApi {
  const [begin, get, set, commit, end] = namesOf[version];
  /** Some run-times throw where they should return an error. */
  const call = (name: string, ...values: string[]): string => {
    try {
      const does: unknown = Reflect.get(api, name);
      return typeof does === "function" ? String((does as Call).apply(api, values)) : "";
    } catch {
      return "";
    }
  };
  const empty = (text: string): string => (text === "null" || text === "undefined" ? "" : text);
  return {
    version,
    begin: () => call(begin, "") === "true",
    get: (element) => empty(call(get, element)),
    set: (element, value) => call(set, element, value) === "true",
    commit: () => void call(commit, ""),
    end: () => void call(end, ""),
  };
}
