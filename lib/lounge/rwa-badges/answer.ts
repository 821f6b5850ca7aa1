import * as z from "zod";

const badge = z.object({
  badge: z.string().describe("Its name."),
  rule: z.string().describe("What earns it."),
  needed: z.int().describe("How many that takes."),
  counted: z.int().describe("How many of those this wallet has."),
});

export const rwaBadgesAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  wallet: z.string().describe("The wallet, in lower case on EVM chains."),
  unlocked: z
    .object({
      signals: z.int().describe("Different signals that it unlocked and whose money was seen on chain."),
      creators: z.int().describe("Different wallets that those name as their creators'."),
    })
    .describe("What badges are earned by. Signals that name the wallet itself are left out."),
  badges: z.array(badge).describe("Those that it has earned."),
  ahead: z.array(badge).describe("The others."),
  notes: z.array(z.string()).describe("What a badge says, and what it does not."),
});
export type RwaBadgesAnswer = z.input<typeof rwaBadgesAnswer>;
