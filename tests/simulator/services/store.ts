import { encodeOutcome, encodeOutcomes } from "@/sandbox/redis/rest-reply";
import { readRequest } from "@/sandbox/redis/rest-request";
import type { Engine, Reply } from "@/sandbox/redis/engine";
import type { Server } from "./message";

/** Redis behind Upstash's REST protocol: the sandbox's own server without its socket. */
export const storeServer =
  (engine: Engine): Server =>
  ({ path, headers, body }, reply) => {
    const asked = readRequest(new URL(path, "http://store"), Buffer.from(body));
    const encoding = headers.get("upstash-encoding") === "base64" ? "base64" : "utf8";
    void engine.run(asked.commands, asked.mode === "multi-exec").then((replies) => {
      if (asked.mode !== "single") return reply({ status: 200, body: encodeOutcomes(replies, encoding) });
      const [first = null] = replies;
      reply({ status: first instanceof Error ? 400 : 200, body: encodeOutcome(first, encoding) });
    });
  };

/** Runs commands on the engine itself, as nobody in the world does. Throws what a command is refused with. */
export async function commands(engine: Engine, batch: readonly (readonly string[])[]): Promise<Reply[]> {
  const words = batch.map((command) => command.map((word) => Buffer.from(word)));
  const replies = await engine.run(words, false);
  for (const reply of replies) if (reply instanceof Error) throw reply;
  return replies;
}
