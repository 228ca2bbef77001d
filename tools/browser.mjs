// The built page in a real browser, for the end-to-end tests and the screenshots.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { inBuild, root } from "./run.mjs";

// Prefers the headless shell: the windows around a page are pages as well and take a fifth of the
// tests' time.
const places = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);

// Serves build/web on a free port: { url, close }.
export async function servePage() {
  const { preview } = await import("vite"); // those who only join a browser do without it
  const server = await preview({
    root: join(root, "web"),
    logLevel: "error",
    build: { outDir: inBuild("web") },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const { port } = server.httpServer.address();
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

// PORTHOS_CHROMIUM names another browser.
const options = () => ({
  executablePath: process.env.PORTHOS_CHROMIUM ?? places.find((place) => existsSync(place)),
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--enable-unsafe-swiftshader",
  ],
});

export const launchBrowser = () => chromium.launch(options());

// A browser for several processes: { url, close }; each process has its own profiles.
export async function serveBrowser() {
  const server = await chromium.launchServer(options());
  return { url: server.wsEndpoint(), close: () => server.close() };
}

export const joinBrowser = (url) => chromium.connect(url);
