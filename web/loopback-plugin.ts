// What stays on this machine is not compressed: that takes the server longer than it saves the reader.
import type { Plugin } from "vite";

const loopback = /^(::1|(::ffff:)?127(\.\d+){3})$/;

export function plainOnLoopback(): Plugin {
  return {
    name: "plain-on-loopback",
    configurePreviewServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (loopback.test(request.socket.remoteAddress ?? ""))
          delete request.headers["accept-encoding"];
        next();
      });
    },
  };
}
