import { createServer } from "node:net";

const listen = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });

/** A port that nothing listens on. */
export const freePort = (): Promise<number> => listen(0);

const isFree = (port: number): Promise<boolean> =>
  listen(port).then(
    () => true,
    () => false,
  );

/**
 * The port to serve on: the asked one, which must be free, else the preferred one, else any other.
 * Throws naming the port that is taken.
 */
export async function choosePort(asked: number | undefined, preferred: number): Promise<number> {
  if (asked === undefined) return (await isFree(preferred)) ? preferred : freePort();
  if (await isFree(asked)) return asked;
  throw new Error(`port ${asked} is taken by another program; end that or choose another with --port`);
}
