import { createServer, type RequestListener } from "node:http";

export interface Listening {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  url: string;
  port: number;
  /** Ends open connections too, so that nothing waits for a client's keep-alive. */
  close(): Promise<void>;
}

export class PortUnavailable extends Error {
  override name = "PortUnavailable";
}

/** Longer than clients keep an idle connection, so that none is closed under a request that is on its way. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Serves HTTP on this machine only. Port 0 takes any free one. Throws PortUnavailable when the port is taken or
 * not ours to take.
 */
export function listen(port: number, onRequest: RequestListener): Promise<Listening> {
  const server = createServer(onRequest);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE" ? "is taken by another program" : `can't be used: ${error.message}`;
      reject(new PortUnavailable(`Port ${port} ${why}. Choose another one, or 0 for any free one.`));
    });
    server.listen(port, "127.0.0.1", () => {
      const bound = server.address();
      const at = typeof bound === "object" && bound !== null ? bound.port : port;
      resolve({
        url: `http://127.0.0.1:${at}`,
        port: at,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
