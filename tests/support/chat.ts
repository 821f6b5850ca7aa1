import { answerSchemaOf } from "@/lib/catalog/answers.checked";
import type { AnswerOf } from "@/lib/catalog/define";
import { chatEntry } from "@/lib/chat/entry";
import { chatWith, type ChatTools } from "@/lib/chat/handler";
import type { Upstream } from "@/sandbox/upstream/server";
import type { z } from "zod";
import { noStore, reader } from "../fixtures/test-source";
import { NOW } from "./desk-matrix";

export type ChatInput = z.input<typeof chatEntry.input>;
export type ChatReply = AnswerOf<typeof chatEntry>;

/** What a browser would show of a reply, an element a line. */
export const textOf = (html: string): string =>
  html
    .replace(/<\/(?:p|h3|li|tr|pre)>/g, "\n")
    .replace(/<\/t[dh]>/g, " | ")
    .replace(/<[^>]+>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;|&apos;/g, "'")
    .replace(/&amp;/g, "&");

export const ORIGIN = "https://svc.example.com";

/** A chat over the simulated market; its answers are checked against the route's own schema. */
export function chatOver(
  market: Upstream,
  over: Partial<ChatTools> = {},
): (input: ChatInput, headers?: Headers) => Promise<ChatReply> {
  const read = reader({ origin: market.url, store: noStore, timeoutMs: 20_000, breakerMs: 0 });
  const chat = chatWith({
    read,
    findAgent: () => Promise.resolve(null),
    models: () => null,
    origin: () => ORIGIN,
    ...over,
  });
  return async (input, headers = new Headers()) => {
    const { answer, effects } = await chat(chatEntry.input.parse(input), {
      now: NOW,
      signal: new AbortController().signal,
      headers,
    });
    if (effects.length > 0 && over.models === undefined) throw new Error("a chat turn has no effects");
    answerSchemaOf(chatEntry).parse(answer);
    return answer;
  };
}
