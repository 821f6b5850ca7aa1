import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Upstream } from "@/sandbox/upstream/server";
import { NEVER, QUESTIONS } from "../fixtures/chat/questions";
import { chatOver, type ChatInput, type ChatReply, textOf } from "../support/chat";
import { openMarket } from "../support/desk-matrix";

let market: Upstream;
let ask: (input: ChatInput) => Promise<ChatReply>;
beforeAll(async () => {
  market = await openMarket();
  ask = chatOver(market);
});
afterAll(() => market.close());

describe("the composer, without any model", () => {
  it("is judged on at least 60 questions", () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(QUESTIONS.map((question) => [question.ask, question] as const))(
    "answers: %s",
    async (message, { before = [], reads = [], says, never = [] }) => {
      const history = before.map((text) => ({ role: "user" as const, text }));
      const { reply, desks, modelUsed, modelFallback } = await ask({ message, history });
      const text = textOf(reply);
      for (const wanted of says) expect(text).toMatch(wanted);
      for (const claim of [...NEVER, ...never]) expect(text).not.toMatch(claim);
      for (const label of reads) expect(desks.map(({ desk }) => desk)).toContain(label);
      expect(desks.length).toBeLessThanOrEqual(4);
      // Which desks, how old their data is and what each costs alone stand in the words too.
      for (const { path, priceUsdc } of desks)
        expect(text).toMatch(new RegExp(`POST ${path} \\|.*\\$${priceUsdc.toFixed(2)}`));
      expect({ modelUsed, modelFallback }).toEqual({ modelUsed: "composer", modelFallback: true });
    },
  );
});
