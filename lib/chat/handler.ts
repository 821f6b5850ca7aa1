import { env } from "@/lib/env";
import type { CallContext, Handler } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { timeoutSignal } from "@/lib/time";
import { type CallingAgent, callingAgent, type FindAgent, noAgents } from "./agent";
import type { ChatAnswer } from "./answer";
import { compose, type Composition } from "./compose";
import { type DeskAsRead, desksAsRead } from "./desks/as-read";
import { planDesks } from "./desks/plan-desks";
import { type DeskName, type DeskReads, readDesks } from "./desks/read-desks";
import { rewriteSignal, type Signal } from "./enhance/rewrite";
import type { chatEntry } from "./entry";
import { type Block, blocksOf, deskBlocks } from "./html/blocks";
import { htmlOf, treeOf } from "./html/render";
import { chartCard } from "./image/card";
import { type Question, understand } from "./question/understand";
import { COMPOSER } from "./vocabulary";
import { quotesIn } from "./words/price";

export interface ChatTools {
  read: ReadSources;
  findAgent: FindAgent;
  /** The service's public address. */
  origin: () => string;
}

type ChatHandler = Handler<typeof chatEntry>;

/** How long the desks are waited for: what they have by then is the answer. */
const DESKS_MS = 4_000;
const RETRY_AFTER_SEC = 30;

/** Aborted when the call is, or after so many milliseconds. */
function within({ signal }: CallContext, ms: number): AbortSignal {
  const controller = new AbortController();
  for (const one of [signal, timeoutSignal(ms)])
    one.addEventListener("abort", () => controller.abort(one.reason), { once: true });
  if (signal.aborted) controller.abort(signal.reason);
  return controller.signal;
}

/**
 * Throws where the desks that the question is about gave nothing: their own refusal if the question was wrong for
 * them, else `data_unavailable`. Either way nobody is charged.
 */
function requireAnswer(reads: DeskReads, asked: readonly DeskName[], { service }: Question): void {
  const wanted = asked.length > 0 ? asked : service.length > 0 ? [] : (["macro"] as const);
  const refusals = wanted.map((name) => reads[name]?.refused ?? null);
  if (wanted.length === 0 || service.length > 0 || refusals.includes(null)) return;
  const wrong = refusals.find((refusal) => refusal !== null && refusal.status < 500);
  if (wrong !== undefined && wrong !== null) throw wrong;
  throw new ApiError(
    "data_unavailable",
    `None of the desks that could answer this can be read (${wanted.join(", ")}). Nothing is charged; try again in ${RETRY_AFTER_SEC} seconds.`,
    { details: { missing: wanted }, headers: retryAfter(RETRY_AFTER_SEC) },
  );
}

const CARD_LABEL = "Chart card drawn by rules from the desks' live data; no image model took part.";

/** The first section's figures as a card. */
function imagesOf({ sections }: Composition): string[] {
  const section = sections.find(({ figures }) => figures !== undefined && figures.length > 0);
  const card = section === undefined ? null : chartCard(section.title, CARD_LABEL, section.figures ?? []);
  return card === null ? [] : [card];
}

const render = (blocks: readonly Block[]): string => htmlOf(treeOf(blocks));
const BY_RULES = "No language model took part: the composer answered by rules.";

const answered = (
  agent: CallingAgent | null,
  rest: Omit<ChatAnswer, "agent" | "modelUsed" | "modelFallback">,
): { answer: ChatAnswer; effects: [] } => ({
  answer: { ...rest, modelUsed: COMPOSER, modelFallback: true, ...(agent !== null && { agent }) },
  effects: [],
});

function enhanced(signal: Signal, agent: CallingAgent | null, now: Date): ReturnType<typeof answered> {
  return answered(agent, {
    reply: render(rewriteSignal(signal)),
    topics: ["enhance"],
    marketLive: [],
    dataAsOf: now.toISOString(),
    images: [],
    desks: [],
    notes: [BY_RULES],
  });
}

const isRead = (desk: DeskAsRead): desk is DeskAsRead & { dataAsOf: string } => desk.dataAsOf !== null;

/** One turn: what is asked, which desks say it, and the answer by rules. Reads only; no effect of a desk is kept. */
export const chatWith =
  ({ read, findAgent, origin }: ChatTools): ChatHandler =>
  async (input, context) => {
    const { now } = context;
    const agent = callingAgent(context.headers, findAgent);
    if (input.mode === "enhance" && input.signal !== undefined)
      return enhanced(input.signal, await agent, now);
    const question = understand(input.message, input.history);
    const { plan, asked } = planDesks(question);
    const reads = await readDesks(plan, read, { ...context, signal: within(context, DESKS_MS) });
    requireAnswer(reads, asked, question);
    const composition = compose(question, reads, asked, now, origin());
    const desks = desksAsRead(reads, now);
    const times = desks.filter(isRead).map(({ dataAsOf }) => dataAsOf);
    const images = input.mode === "image" ? imagesOf(composition) : [];
    return answered(await agent, {
      reply: render([...blocksOf(composition), ...deskBlocks(desks, now)]),
      topics: [
        ...new Set([...question.assets, ...question.uncovered, ...question.topics, ...question.service]),
      ],
      marketLive: quotesIn(reads, now).map(({ asset, price, changePct }) => ({
        symbol: asset,
        price,
        change: changePct,
      })),
      dataAsOf: times.sort()[0] ?? now.toISOString(),
      images,
      desks,
      notes: [
        BY_RULES,
        ...desks.flatMap(({ path, reason }) => (reason === null ? [] : [`${path} gave nothing: ${reason}`])),
        ...(input.mode === "image" && images.length === 0
          ? ["There is no figure in this answer to draw."]
          : []),
      ],
    });
  };

export const chat = chatWith({ read: readSources, findAgent: noAgents, origin: () => env().PUBLIC_ORIGIN });
