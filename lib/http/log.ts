import { type Level, writeLine } from "./log-line";

/** One structured line an event. Never a payment payload, a body, a secret or an address list. */
type Fields = Readonly<Record<string, unknown>>;

/** When each warning or error was last written, by its event; the code names a bounded set of them. */
const troubles = new Map<string, number>();

/** Gives the events of warnings and errors since the last call, with the time of each one's last line (ms), and forgets them. */
export function takeTroubles(): ReadonlyMap<string, number> {
  const taken = new Map(troubles);
  troubles.clear();
  return taken;
}

function write(level: Level, event: string, fields: Fields): void {
  const at = new Date();
  if (level !== "info") troubles.set(event, at.getTime());
  writeLine(level, JSON.stringify({ at: at.toISOString(), level, event, ...fields }));
}

export const log = {
  info: (event: string, fields: Fields = {}) => write("info", event, fields),
  warn: (event: string, fields: Fields = {}) => write("warn", event, fields),
  error: (event: string, fields: Fields = {}) => write("error", event, fields),
};

/** An error in a few words for the log: name and message, and its cause's. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : ` (${describe(error.cause)})`;
  // The Redis client puts the whole command, values included, behind its message.
  const message = error.message.split(", command was")[0] ?? "";
  return `${error.name}: ${message}${cause}`.slice(0, 500);
}
