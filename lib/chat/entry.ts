import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { saysSomething } from "@/lib/catalog/says-something";
import type { ChatAnswer } from "./answer";
import {
  CHAT_MODES,
  MAX_MESSAGE,
  MAX_SUMMARY,
  MAX_TICKS,
  MAX_TURNS,
  MODEL_SELECTORS,
  TURN_ROLES,
} from "./vocabulary";

const turn = z.strictObject({
  role: z.enum(TURN_ROLES, { error: `must be one of ${TURN_ROLES.join(", ")}` }),
  text: z.string(),
});

const tick = z.strictObject({
  symbol: z.string().max(20, "must be at most 20 characters"),
  price: z.number().nullable(),
  change: z.number().nullable().optional(),
});

const input = z.strictObject({
  mode: z
    .enum(CHAT_MODES, { error: `must be one of ${CHAT_MODES.join(", ")}` })
    .default("chat")
    .describe(
      "chat (default): a question. enhance: rewrites `signal`. image: a question, with a chart card.",
    ),
  message: z
    .string()
    .max(MAX_MESSAGE, "must be at most 4,000 characters; ask one thing at a time")
    .refine(saysSomething, "must say something, such as: Where is BTC and why?")
    .describe("The question, at most 4,000 characters; for enhance, what matters in the rewrite."),
  history: z
    .array(turn)
    .max(MAX_TURNS, `must be at most ${MAX_TURNS} turns; send the latest ones`)
    .optional()
    .describe("Earlier turns, oldest first, at most 12: what “it” and “and ETH?” refer to."),
  market: z
    .array(tick)
    .max(MAX_TICKS, `must be at most ${MAX_TICKS} ticks`)
    .optional()
    .describe(
      "Ticks that the caller's page shows. They are its claim: no figure of the answer comes from them.",
    ),
  signal: z
    .strictObject({ title: z.string().max(300), summary: z.string().max(MAX_SUMMARY) })
    .optional()
    .describe("What enhance rewrites."),
  agentModel: z
    .string()
    .max(64, "must be at most 64 characters")
    .optional()
    .describe(
      `One of ${MODEL_SELECTORS.join(", ")}. Any other: the default, which a note says. enhance, image and trading plans always take the default.`,
    ),
});

/** The largest answer has a chart card in it. */
const ANSWER_BYTES = 700 * 1024;

export const chatEntry = defineRoute<ChatAnswer>()({
  path: "/api/svc",
  method: "POST",
  desk: "chat",
  tool: "chat",
  tier: "signal",
  summary: "A question in plain words, answered from the desks, with sources and times",
  input: input.refine(({ mode, signal }) => mode !== "enhance" || signal !== undefined, {
    path: ["signal"],
    error: "is what enhance rewrites: send {title, summary}, or leave mode out",
  }),
  limits: {
    ...DEFAULT_LIMITS,
    bodyBytes: 48 * 1024,
    budgetMs: 24_000,
    answerBytes: ANSWER_BYTES,
    slots: { group: "chat", most: 1 },
    endsWithCaller: true,
  },
  statuses: [404, 503],
  ifFailed: "Try again with a shorter question.",
});
