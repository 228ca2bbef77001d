// The frame beside the page that the sources are served as; what is built has a copy (tools/build.mjs).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const types: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
};

export function frame(dist: string): Plugin {
  return {
    name: "frame",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, path, ending = ""] =
          /^\/(embed(?:\/[\w-]+)*\.(html|js|css))(?:[?#]|$)/.exec(request.url ?? "") ?? [];
        const type = types[ending];
        if (!path || !type || !existsSync(join(dist, path))) return next();
        response.setHeader("content-type", type).end(readFileSync(join(dist, path)));
      });
    },
  };
}
