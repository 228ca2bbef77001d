// Browsers other than Chromium have no driver here. They are started headless with an address, and
// the page posts its results.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

/** @returns {string | undefined} the path of a program */
function find(/** @type {string[]} */ ...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find(existsSync);
}

// Suppresses everything that would contact an address of its own.
const preferences = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
};

// Each opens an address in a new profile; empty if the program is not installed.
export const browsers = {
  firefox: {
    program: find("firefox-esr", "firefox"),
    words(/** @type {string} */ url, /** @type {string} */ profile) {
      const lines = Object.entries(preferences).map(
        ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
      );
      writeFileSync(join(profile, "user.js"), lines.join(""));
      return ["--headless", "--no-remote", "--profile", profile, url];
    },
  },
  webkit: {
    // WebKitGTK's small browser, with a virtual display (xvfb) if there is none.
    program: find(
      "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
      "MiniBrowser",
      "epiphany",
    ),
    words: (/** @type {string} */ url) => [url],
  },
};

/**
 * Opens `url` until `done` is settled, and returns its value.
 * @template Found
 * @param {keyof typeof browsers} name
 * @param {string} url
 * @param {Promise<Found>} done
 * @returns {Promise<Found>}
 */
export async function openIn(name, url, done) {
  const { program, words } = browsers[name];
  if (program === undefined) throw new Error(`${name} is not installed`);
  const profile = mkdtempSync(join(tmpdir(), `porthos-${name}-`));
  const child = spawn(program, words(url, profile), {
    stdio: "ignore",
    detached: true, // a process group, so that all its processes can be ended
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const early = ended.then((code) => {
    throw new Error(`${name} ended before it answered: ${String(code)}`);
  });
  early.catch(() => undefined);
  try {
    return await Promise.race([done, early]);
  } finally {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // the process has already ended
    }
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
