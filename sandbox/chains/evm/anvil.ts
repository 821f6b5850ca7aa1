import { spawn } from "node:child_process";
import { CHAIN_ID } from "./network";

export interface AnvilOptions {
  binary: string;
  /** 0 takes any free port. */
  port: number;
  /** The chain is read from this file at the start, if it is there, and written to it at the end. */
  stateFile?: string;
  /** A block every so many seconds, as a real chain. Without it a transaction is mined at once. */
  blockTimeSec?: number;
}

export interface Anvil {
  rpcUrl: string;
  /** Resolves with the reason when anvil has ended, for any cause. */
  ended: Promise<Error>;
  close(): Promise<void>;
}

/**
 * Even when transactions are mined at once there is a block every two seconds: time on a chain is its last block's,
 * and on one that stands still between payments no authorization would expire, and new ones were not yet valid.
 */
const HEARTBEAT_SEC = 2;
/** Longest wait for a start, and for a chain to be written to its file at the end. */
const START_MS = 15_000;
const STOP_MS = 4_000;

/**
 * Runs anvil on a leash: a shell that holds our end of a pipe ends it when the pipe closes, thus also when this
 * process is killed outright and could not end anything itself.
 */
const LEASH = `
exec 3<&0
"$@" 3<&- &
anvil=$!
( while read -r line <&3; do :; done; kill -TERM "$anvil" ) 2>/dev/null &
leash=$!
wait "$anvil"
code=$?
kill "$leash" 2>/dev/null
exit "$code"
`;

function flags({ port, stateFile, blockTimeSec }: AnvilOptions): string[] {
  return [
    ...["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(CHAIN_ID)],
    ...["--block-time", String(blockTimeSec ?? HEARTBEAT_SEC)],
    ...(blockTimeSec === undefined ? ["--mixed-mining"] : []),
    ...(stateFile === undefined ? [] : ["--state", stateFile]),
  ];
}

/** Resolves once anvil serves. Throws with anvil's own words when it does not, such as when the port is taken. */
export function startAnvil(options: AnvilOptions): Promise<Anvil> {
  // Its own process group: a terminal's Ctrl-C reaches this process, which then ends anvil in order.
  const leash = spawn("/bin/sh", ["-c", LEASH, "leash", options.binary, ...flags(options)], {
    detached: true,
  });
  let said = "";
  const ended = new Promise<Error>((resolve) => {
    leash.once("error", resolve);
    leash.once("close", (code, signal) => {
      const taken = /address already in use/i.test(said);
      const why = taken ? `port ${options.port} is taken by another program` : said.slice(-500).trim();
      resolve(new Error(`anvil ended with ${signal ?? code}${why && `: ${why}`}`));
    });
  });
  leash.stderr.on("data", (text: Buffer) => (said = (said + text.toString()).slice(-2_000)));
  leash.stdin.on("error", () => undefined); // anvil went first: `ended` tells

  const close = async (): Promise<void> => {
    leash.stdin.end();
    const timer = setTimeout(() => leash.pid !== undefined && process.kill(-leash.pid, "SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(timer);
  };

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`anvil did not serve within ${START_MS} ms`));
      void close();
    }, START_MS);
    void ended.then((error) => {
      clearTimeout(timer);
      reject(error);
    });
    let printed = "";
    const read = (text: Buffer): void => {
      printed += text.toString();
      const address = /Listening on ([\d.]+:\d+)/.exec(printed)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      leash.stdout.off("data", read).resume(); // it goes on printing every call; nobody reads that
      resolve({ rpcUrl: `http://${address}`, ended, close });
    };
    leash.stdout.on("data", read);
  });
}
