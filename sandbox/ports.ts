import { createServer } from "node:net";

interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Takes a port without keeping the process alive for it. */
const listen = (port: number): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = createServer().unref();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve({
        port: typeof address === "object" && address !== null ? address.port : port,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });

const ifFree = (port: number): Promise<Listening | null> => listen(port).catch(() => null);

/**
 * Below the ports that systems hand out by themselves, to listeners on port 0 and to outgoing connections (from 32768
 * on Linux, from 49152 elsewhere): what stands free here is still free when a program comes to serve on it.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Listens on a port that nobody else does. */
async function listenAnywhere(): Promise<Listening> {
  for (let left = 50; left > 0; left -= 1) {
    const listening = await ifFree(LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST)));
    if (listening !== null) return listening;
  }
  throw new Error(`of fifty ports from ${LOWEST} to ${HIGHEST} none is free`);
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await listenAnywhere();
  await close();
  return port;
}

/** A port that others keep off, long before the program is started that serves on it. */
export interface HeldPort {
  port: number;
  /** Frees it for that program, which is started now. */
  release(): Promise<void>;
  /** Frees it for everybody. */
  giveUp(): Promise<void>;
}

/** Whoever serves on a preferred port has this one too, so that nobody else takes it between release and start. */
const CLAIM_OFFSET = 10_000;

const nothing = (): Promise<void> => Promise.resolve();

const held = (listening: Listening, claim = nothing): HeldPort => ({
  port: listening.port,
  release: listening.close,
  giveUp: async () => void (await Promise.all([listening.close(), claim()])),
});

/**
 * Holds the port to serve on: the asked one, which must be free, else the preferred one, else any other.
 * Throws naming the port that is taken.
 */
export async function holdPort(asked: number | undefined, preferred: number): Promise<HeldPort> {
  if (asked !== undefined) {
    const listening = await ifFree(asked);
    if (listening !== null) return held(listening);
    throw new Error(`port ${asked} is taken by another program; end that or choose another with --port`);
  }
  const claim = await ifFree(preferred + CLAIM_OFFSET);
  const listening = claim === null ? null : await ifFree(preferred);
  if (listening !== null) return held(listening, claim?.close);
  await claim?.close();
  return held(await listenAnywhere());
}
