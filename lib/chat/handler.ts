import { env } from "@/lib/env";
import type { CallContext, Handler } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { elapsed, firstOf, timeoutSignal } from "@/lib/time";
import { callingAgent, type FindAgent, registeredAgents } from "./agent";
import type { ChatAnswer } from "./answer";
import { compose, type Composition } from "./compose";
import { type DeskAsRead, desksAsRead } from "./desks/as-read";
import { planDesks } from "./desks/plan-desks";
import { type DeskName, type DeskReads, readDesks } from "./desks/read-desks";
import { rewriteSignal } from "./enhance/rewrite";
import type { chatEntry } from "./entry";
import { type Block, bodyBlocks, deskBlocks, linesOf, tailBlocks } from "./html/blocks";
import { htmlOf, treeOf } from "./html/render";
import { chartCard } from "./image/card";
import { type Choice, choose } from "./model/models";
import { phrase } from "./model/phrase";
import type { Briefing } from "./model/prompt";
import { noteSettled } from "./model/spend";
import { type Models, pluggedInModels } from "./model/tools";
import { type Question, understand } from "./question/understand";
import { COMPOSER } from "./vocabulary";
import { quotesIn } from "./words/price";

export interface ChatTools {
  read: ReadSources;
  findAgent: FindAgent;
  /** What is plugged in at the moment; null without any language model. */
  models: () => Models | null;
  /** The service's public address. */
  origin: () => string;
}

type ChatHandler = Handler<typeof chatEntry>;

/** How long the desks are waited for: what they have by then is the answer. */
const DESKS_MS = 4_000;
/** The longest that a turn takes, models included; with less than the least no model is asked. */
const HANDLER_MS = 11_000;
const LEAST_MS = 5_000;
const RETRY_AFTER_SEC = 30;

/** Aborted when the call is, or after so many milliseconds. */
const signalWithin = ({ signal }: CallContext, ms: number): AbortSignal =>
  firstOf([signal, timeoutSignal(ms)]);

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
    `None of the desks that could answer this can be read (${wanted.join(", ")}).`,
    { details: { missing: wanted }, headers: retryAfter(RETRY_AFTER_SEC) },
    `Nothing is charged; try again in ${RETRY_AFTER_SEC} seconds.`,
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
const BY_MODEL =
  "A language model phrased the desks' facts; every figure was held against them, and what they don't bear out was cut or is marked.";

interface Turned {
  composed: { body: readonly Block[]; tail: readonly Block[] };
  briefing: Briefing;
  choice: Choice;
}

/** A turn's reply: as a model phrased it where one is plugged in and what it said stands, else as it was composed. */
async function replyTo(
  { composed, briefing, choice }: Turned,
  models: Models | null,
  context: CallContext,
  startedAt: number,
): Promise<Pick<ChatAnswer, "reply" | "modelUsed" | "modelFallback" | "notes">> {
  const byRules = (notes: readonly string[]) => ({
    reply: render([...composed.body, ...composed.tail]),
    modelUsed: COMPOSER,
    modelFallback: true,
    notes: [...choice.notes, ...notes, BY_RULES],
  });
  const timeMs = Math.min(HANDLER_MS, context.timeMs ?? HANDLER_MS);
  if (models === null || choice.models.length === 0 || timeMs < LEAST_MS) return byRules([]);
  const payer = context.payment?.payer ?? "";
  const { sifted, by, notes } = await phrase(choice, briefing, {
    endpoint: models.endpoint,
    reserve: (tokens) => models.reserve(payer, tokens, context.now),
    deadline: startedAt + timeMs,
    signal: context.signal,
  });
  if (sifted === null || by === null) return byRules(notes);
  return {
    reply: render([...sifted.blocks, ...composed.tail]),
    modelUsed: by.selector,
    modelFallback: by.selector !== choice.requested,
    notes: [
      ...choice.notes,
      ...notes,
      BY_MODEL,
      ...(sifted.cut === 0 ? [] : [`Sentences cut: ${sifted.cut}.`]),
    ],
  };
}

const isRead = (desk: DeskAsRead): desk is DeskAsRead & { dataAsOf: string } => desk.dataAsOf !== null;

/** The members that a signal's rewrite has no data for. */
const withoutData = (now: Date) => ({
  topics: ["enhance"],
  marketLive: [],
  dataAsOf: now.toISOString(),
  images: [],
  desks: [],
});

type ChatInput = Parameters<ChatHandler>[0];

/** A turn before its reply is written, and the rest of its answer. */
interface Prepared {
  turn: Turned;
  rest: Omit<ChatAnswer, "ok" | "reply" | "modelUsed" | "modelFallback" | "agent">;
}

/** What the caller said, as a model is told it. */
const saidIn = ({ message, history = [], market = [] }: ChatInput): Omit<Briefing, "facts"> => ({
  question: message,
  history,
  page: market,
});

/** A signal to rewrite. No desk is read for it. */
function rewriteTurn(
  input: ChatInput,
  signal: NonNullable<ChatInput["signal"]>,
  ids: Models["ids"],
  now: Date,
): Prepared {
  const body = rewriteSignal(signal);
  return {
    turn: {
      composed: { body, tail: [] },
      briefing: { ...saidIn(input), facts: linesOf(body) },
      choice: choose(input.agentModel, true, ids),
    },
    rest: { ...withoutData(now), notes: [] },
  };
}

/** A question: what is asked, which desks say it, and the answer by rules. Throws ApiError where they say nothing. */
async function questionTurn(
  input: ChatInput,
  { read, origin }: ChatTools,
  ids: Models["ids"],
  context: CallContext,
): Promise<Prepared> {
  const { now } = context;
  const question = understand(input.message, input.history);
  const { plan, asked } = planDesks(question);
  const reads = await readDesks(plan, read, { ...context, signal: signalWithin(context, DESKS_MS) });
  requireAnswer(reads, asked, question);
  const composition = compose(question, reads, asked, now, origin());
  const desks = desksAsRead(reads, now);
  const isImage = input.mode === "image";
  const images = isImage ? imagesOf(composition) : [];
  const body = bodyBlocks(composition);
  const oldest = desks
    .filter(isRead)
    .map(({ dataAsOf }) => dataAsOf)
    .sort()[0];
  return {
    turn: {
      composed: { body, tail: [...tailBlocks(composition), ...deskBlocks(desks, now)] },
      briefing: { ...saidIn(input), facts: linesOf(body) },
      choice: choose(input.agentModel, isImage || question.topics.includes("plan"), ids),
    },
    rest: {
      topics: [
        ...new Set([...question.assets, ...question.uncovered, ...question.topics, ...question.service]),
      ],
      marketLive: quotesIn(reads, now).map(({ asset, price, changePct }) => ({
        symbol: asset,
        price,
        change: changePct,
      })),
      dataAsOf: oldest ?? now.toISOString(),
      images,
      desks,
      notes: [
        ...desks.flatMap(({ path, reason }) => (reason === null ? [] : [`${path} gave nothing: ${reason}`])),
        ...(isImage && images.length === 0 ? ["There is no figure in this answer to draw."] : []),
      ],
    },
  };
}

/** One turn: the answer by rules, which a model may phrase. It reads only: no effect of a desk is kept. */
export const chatWith =
  (tools: ChatTools): ChatHandler =>
  async (input, context) => {
    const startedAt = elapsed();
    const agent = await callingAgent(context.headers, tools.findAgent);
    const models = tools.models();
    const ids = models?.ids ?? [];
    const { turn, rest } =
      input.mode === "enhance" && input.signal !== undefined
        ? rewriteTurn(input, input.signal, ids, context.now)
        : await questionTurn(input, tools, ids, context);
    const { notes, ...reply } = await replyTo(turn, models, context, startedAt);
    return {
      answer: {
        ok: true,
        ...rest,
        ...reply,
        ...(agent !== null && { agent }),
        notes: [...notes, ...rest.notes],
      },
      effects: models === null || context.payment === undefined ? [] : [noteSettled(context.payment.payer)],
    };
  };

export const chat = chatWith({
  read: readSources,
  findAgent: registeredAgents,
  models: pluggedInModels,
  origin: () => env().PUBLIC_ORIGIN,
});
