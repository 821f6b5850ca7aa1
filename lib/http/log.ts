/** One structured line an event. Never a payment payload, a body, a secret or an address list. */
type Fields = Readonly<Record<string, unknown>>;

function write(level: "info" | "warn" | "error", event: string, fields: Fields): void {
  const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...fields });
  (level === "info" ? console.log : console.error)(line);
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
