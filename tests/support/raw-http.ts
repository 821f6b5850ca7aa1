import { connect } from "node:net";

/** What came back over one connection, and whether the server ended it. */
export interface RawAnswer {
  text: string;
  ended: boolean;
}

/**
 * Writes these parts to the server as they are, over one connection, and reads until it is ended or quiet for `quietMs`.
 * A connection that is reset has been ended.
 */
export function sendRaw(
  origin: string,
  parts: readonly (string | Buffer)[],
  quietMs = 1_500,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part);
    });
    const finish = (ended: boolean) => (): void => {
      socket.destroy();
      resolve({ text, ended });
    };
    socket.setTimeout(quietMs, finish(false));
    socket.on("data", (data: Buffer) => (text += data.toString("latin1")));
    socket.on("error", finish(true));
    socket.on("close", finish(true));
  });
}

/** The statuses of the answers in what came back, in order. */
export const statusesIn = ({ text }: RawAnswer): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
