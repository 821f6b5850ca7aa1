import { encodeOutcome, encodeOutcomes } from "@/sandbox/redis/rest-reply";
import { readRequest } from "@/sandbox/redis/rest-request";
import type { Engine, Reply } from "@/sandbox/redis/engine";
import { headerOf, type Server } from "./message";

const urls = new Map<string, URL>();

/** The store's client asks at two paths, and reading a URL costs as much as answering. */
function urlOf(path: string): URL {
  const url = urls.get(path) ?? new URL(path, "http://store");
  if (urls.size < 100) urls.set(path, url);
  return url;
}

/** Redis behind Upstash's REST protocol: the sandbox's own server without its socket. */
export const storeServer =
  (engine: Engine): Server =>
  (message, reply) => {
    const asked = readRequest(urlOf(message.path), Buffer.from(message.body));
    const encoding = headerOf(message, "upstash-encoding") === "base64" ? "base64" : "utf8";
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

/** What a reply says, in text; null where it says nothing. */
export const text = (reply: Reply | undefined): string | null =>
  Buffer.isBuffer(reply) ? reply.toString() : null;
export const list = (reply: Reply | undefined): string[] =>
  Array.isArray(reply) ? reply.map((item) => String(item)) : [];
