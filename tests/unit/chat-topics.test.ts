import { expect, it } from "vitest";
import { topicsIn } from "@/lib/chat/question/topics";

it.each([
  "give me a plan for BTC",
  "Make me a plan for ETH",
  "I need a plan for SOL",
  "I want a plan for BTC",
  "write up a plan for BTC",
  "show us your plan for gold",
  "build a swing plan for BTC",
])("a plan is asked for by: %s", (question) => {
  expect(topicsIn(question)).toContain("plan");
});

it.each(["Does Binance plan to list PEPE?", "news about the Fed's plan", "Which plans does the ECB have?"])(
  "no plan of ours is asked for by: %s",
  (question) => {
    expect(topicsIn(question)).not.toContain("plan");
  },
);
