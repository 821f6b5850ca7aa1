import * as z from "zod";

const Reply = z.union([z.object({ result: z.unknown() }), z.object({ error: z.string() })]);
const TIMEOUT_MS = 5_000;

/** Redis refused a command; `code` is the first word of its reply, such as OOM or NOPERM. */
export class Refused extends Error {
  override name = "Refused";
  constructor(readonly code: string) {
    super(code);
  }
}

export type Command = (...words: readonly string[]) => Promise<unknown>;

/** Returns the sender of one command at a time by Upstash's REST protocol. It throws Refused, or the connection's error. */
export const commandsAt =
  (url: string, token: string): Command =>
  async (...words) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(words),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reply = Reply.safeParse(await response.json().catch(() => null)).data;
    if (reply === undefined) throw new Refused(`HTTP ${response.status}`);
    if ("error" in reply) throw new Refused(/[A-Z]{2,}/.exec(reply.error)?.[0] ?? `HTTP ${response.status}`);
    return reply.result;
  };

/** Returns what INFO says, by field; null if the store refuses to say. */
export async function infoOf(command: Command): Promise<ReadonlyMap<string, string> | null> {
  const text = await command("INFO").catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });
  if (typeof text !== "string") return null;
  const fields = [...text.matchAll(/^(\w+):(.*?)\r?$/gm)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  return fields.length === 0 ? null : new Map(fields);
}
