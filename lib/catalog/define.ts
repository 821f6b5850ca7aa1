import type * as z from "zod";
import type { Envelope } from "./intel/answers/envelope";
import { detailInput } from "./intel/detail";
import { baseUnits, type BaseUnits } from "./money";

/** The tier of a route sets its price. The table is the only place where a price is written, the lowest first. */
export const TIER_PRICES = {
  free: baseUnits(0),
  raw: baseUnits(20_000),
  light: baseUnits(50_000),
  signal: baseUnits(100_000),
  bundle: baseUnits(250_000),
} as const;
/** It stands in the price list, and no route has it. */
export const UNUSED_TIER = "light";
export type Tier = Exclude<keyof typeof TIER_PRICES, typeof UNUSED_TIER>;

/**
 * What stands before the payment.
 * - `open`: nothing is paid.
 * - `payment-first`: the front door answers 402 to a request without a payment, before any handler loads.
 * - `guarded`: exemptions or guards come first, so the route itself decides between 200, 403 and 402.
 */
export type Gate = "open" | "payment-first" | "guarded";

/**
 * What a route may take. GET reads its arguments from the query, the others from a JSON body. A path that takes several
 * has an entry, a folder and a handler for each, all in one route file.
 */
export const METHODS = ["GET", "POST", "PATCH"] as const;
export type Method = (typeof METHODS)[number];

/**
 * The statuses that a free route's answer may have: 200; 201 for what was made, and 202 for what was begun; 304 for what the
 * caller has already (`serveFree` gives it by itself where the answer's ETag is the caller's); 409 for what conflicts with
 * what is there; 422 for what was understood and is not true. A paid answer is always a 200.
 */
export const ANSWER_STATUSES = [200, 201, 202, 304, 409, 422] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

/**
 * Who may call a route. Only public routes stand in lists and documents; the others are absent to whoever lacks their
 * secret, and are known by their folder: `schedule` is the platform's clock (CRON_SECRET), `operator` the people who run
 * the service (OPERATOR_SECRET).
 */
export type Audience = "public" | "schedule" | "operator";

/** The folder of each audience's routes, so that no list is needed to tell them apart. */
const FOLDERS: Readonly<Record<Exclude<Audience, "public">, string>> = {
  schedule: "/api/cron/",
  operator: "/api/operator/",
};

/** A limit of its own that a route has beside the general one, or shares with others of the same name. */
export interface RateRule {
  name: string;
  /** Requests a minute and client address. */
  perMinute: number;
}

/** What the holders of the service's own token have on a route. */
export type HolderRight = "free" | "audits" | "depth";

/** Calls that count together, and how many of them one payer may have under way: so much may be done in vain. */
export interface Slots {
  group: string;
  most: number;
}

export interface Limits {
  /** Largest accepted request body, in bytes. */
  bodyBytes: number;
  /** Time within which the whole call must be answered, in milliseconds: verify, run and settle. */
  budgetMs: number;
  /** Largest answer that the ledger stores for replay, in bytes. */
  answerBytes: number;
  slots: Slots;
  /** Set where the work is dear: it ends, unpaid, with the connection of a caller who goes before the answer is made. */
  endsWithCaller?: true;
  /** Left out where only the general limit holds. */
  rate?: RateRule;
}

export const DEFAULT_LIMITS: Limits = {
  ...{ bodyBytes: 16 * 1024, budgetMs: 20_000, answerBytes: 256 * 1024 },
  slots: { group: "calls", most: 4 },
};

/** A header by which a caller proves ownership, beside those that every route of its kind takes. */
export type ProofHeader = "Idempotency-Key" | "PAYMENT-SIGNATURE" | "SIGN-IN-WITH-X";

/**
 * The specification's names for routes in an error's `resource`, where they are not the path's own. They stand here
 * before their routes do.
 */
const LABELS = {
  "/api/news-open": "news",
  "/api/lounge-signal-publish": "signal-publish",
  "/api/lounge-signal-open": "signal-open",
} as const;

type Dashed<Text extends string> = Text extends `${infer Head}/${infer Tail}`
  ? `${Head}-${Dashed<Tail>}`
  : Text;

/** The `resource` of the ApiError body: the path without `svc-`, unless the specification names another. */
export type LabelOf<Path extends string> = Path extends keyof typeof LABELS
  ? (typeof LABELS)[Path]
  : Path extends `/api/svc-${infer Rest}`
    ? Dashed<Rest>
    : Path extends `/api/${infer Rest}`
      ? Dashed<Rest>
      : string;

const EXCEPTIONS: Readonly<Record<string, string>> = LABELS;

/** By the very rule of its type. */
const labelOf = <Path extends string>(path: Path): LabelOf<Path> =>
  (EXCEPTIONS[path] ?? path.replace(/^\/api\/(svc-)?/, "").replaceAll("/", "-")) as LabelOf<Path>;

/** What an entry says of its route; everything else follows from that. */
export interface RouteDefinition<Path extends string, Input extends z.ZodType> {
  path: Path;
  method: Method;
  /** The intel desk or other group that the route belongs to. */
  desk: string;
  tier: Tier;
  /** Set where exemptions or guards come before the payment. */
  gate?: "guarded";
  /** Left out where everybody may call. */
  audience?: Exclude<Audience, "public">;
  /** One line for lists and the price table. */
  summary: string;
  input: Input;
  /**
   * Members of the input without one of which nothing can be answered: a paid call without them is refused, uncharged. The
   * input's schema takes such a call, as an unpaid empty one is for the price.
   */
  needs?: readonly [string, string, ...string[]];
  /** Weight of each promised part of the answer; they sum to 1. Left out where the answer rests on no outside data. */
  coverage?: Readonly<Record<string, number>>;
  /** How old the answer's data may normally be, in seconds, where that is not its sources' freshness (FRESHNESS_SEC). */
  freshnessSec?: number;
  /** Left out for DEFAULT_LIMITS. */
  limits?: Limits;
  /** Name of the tool that sells the route where it is not the label's, or null for what no agent would call as one. */
  tool?: string | null;
  /** Set on a free route with a body that changes nothing, which its tool says; of GET routes it goes without saying. */
  readOnly?: true;
  /** Set where only listed web pages may call (see lib/http/listed-origins.ts); elsewhere any may. */
  origins?: "listed";
  /** Statuses of refusals that the route documents beyond those common to every route of its kind. */
  statuses?: readonly number[];
  /** With what the route answers where that is not always 200; only a free route has others. */
  answers?: readonly AnswerStatus[];
  /**
   * Set where messages are JSON-RPC: a refusal may have the answer's form instead of the ApiError's, and a notification
   * gets 202 without a body.
   */
  wire?: "json-rpc";
  /** Set where some calls of a paid route are free; its description says which. */
  sometimesFree?: true;
  /**
   * What the own token's holders have on a paid route after its launch: it is free for them (`free`), some calls a day are
   * (`audits`), or its answers are deeper (`depth`).
   */
  holders?: HolderRight;
  /** What a paid route's caller may do after a 500 that charged nothing, where that is more than to try again. */
  ifFailed?: string;
  /** Headers by which a caller of a free route proves ownership of what they ask about; left out where nothing needs proof. */
  proofs?: readonly ProofHeader[];
}

declare const ANSWER: unique symbol;

/**
 * One route as plain data: everything that is said about a route anywhere (the gate, the 402, OpenAPI, tools,
 * the price table, the tests) is rendered from its entry, and from the documentation beside it (`documentation.ts`): the
 * answer's schema, a sample and the longer words. Functions that serve the route load the entry alone.
 */
export interface RouteEntry<
  Path extends string = string,
  Input extends z.ZodType = z.ZodType,
  Answer = unknown,
> extends Omit<RouteDefinition<Path, Input>, "gate" | "audience"> {
  label: LabelOf<Path>;
  gate: Gate;
  audience: Audience;
  coverage: Readonly<Record<string, number>>;
  limits: Limits;
  tool: string | null;
  statuses: readonly number[];
  answers: readonly AnswerStatus[];
  /** What the route answers, as a type alone: nothing is ever here. */
  readonly [ANSWER]?: Answer;
}

/** What an entry's handler answers: input of the schema in `answer.ts` beside it. */
export type AnswerOf<E extends RouteEntry> =
  E extends RouteEntry<string, z.ZodType, infer Answer> ? Answer : never;

/** The status of an answer that would rest on too little: a route that promises parts documents it. */
const TOO_THIN = 503;

/**
 * `defineRoute<Answer>()({ … })`: the answer's type comes from the schema beside the entry, all others from the entry.
 * Checks at load what the types can't: a wrong catalog must not start.
 */
export function defineRoute<Answer>() {
  return <const Path extends string, Input extends z.ZodType>(
    definition: RouteDefinition<Path, Input>,
  ): RouteEntry<Path, Input, Answer> => {
    const { path, coverage = {}, audience = "public" } = definition;
    const weights = Object.values(coverage);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (weights.length > 0 && Math.abs(sum - 1) > 1e-9)
      throw new Error(`${path}: coverage weights sum to ${sum}`);
    const paid = isPaid(definition);
    if (!paid && definition.gate !== undefined) throw new Error(`${path}: nothing guards a free route`);
    if (paid && (definition.method !== "POST" || definition.answers !== undefined))
      throw new Error(`${path}: a paid route takes POST and answers 200`);
    checkAudience(definition);
    const label = labelOf(path);
    return {
      limits: DEFAULT_LIMITS,
      statuses: weights.length > 0 ? [TOO_THIN] : [],
      answers: [200],
      tool: audience === "public" ? label.replaceAll("-", "_") : null,
      ...definition,
      label,
      audience,
      coverage,
      gate: paid ? (definition.gate ?? "payment-first") : "open",
    };
  };
}

/** The answer of an intel route: the envelope of all such answers beside the fields of its own. */
export type IntelAnswer<Path extends string, Fields> = Envelope<LabelOf<Path>> & Fields;

/** The input of an intel route: its own, and the parameter that all of them share. */
type WithDetail<Input extends z.ZodObject> = z.ZodObject<
  Input["shape"] & { detail: typeof detailInput },
  z.core.$strict
>;

/** `extend` keeps that the object is strict, which its type does not say. */
const withDetail = <Input extends z.ZodObject>(input: Input): WithDetail<Input> =>
  input.extend({ detail: detailInput }) as unknown as WithDetail<Input>;

/** `defineIntel<Fields>()({ … })`: `defineRoute` for a route whose answer says how much it rests on. */
export function defineIntel<Fields>() {
  return <const Path extends string, Input extends z.ZodObject>({
    input,
    ...definition
  }: RouteDefinition<Path, Input>): RouteEntry<Path, WithDetail<Input>, IntelAnswer<Path, Fields>> =>
    defineRoute<IntelAnswer<Path, Fields>>()({
      ...definition,
      ...(definition.tier === "raw" && { holders: "free" as const, sometimesFree: true as const }),
      input: withDetail(input),
    });
}

/** Throws for a route that is not where its audience's are, or that a list or a limit of customers would tell of. */
function checkAudience({
  path,
  tier,
  audience,
  tool,
  limits,
  origins,
}: Omit<RouteDefinition<string, z.ZodType>, "input">): void {
  for (const [name, folder] of Object.entries(FOLDERS))
    if (path.startsWith(folder) !== (audience === name))
      throw new Error(`${path}: routes under ${folder} have the audience ${name}, and no others have`);
  if (audience === undefined) return;
  if (isPaid({ tier })) throw new Error(`${path}: only customers pay`);
  if (typeof tool === "string" || limits?.rate !== undefined || origins !== undefined)
    throw new Error(`${path}: a route that is not public has no tool, no limit and no origins of its own`);
}

export const priceOf = (entry: Pick<RouteEntry, "tier">): BaseUnits => TIER_PRICES[entry.tier];
export const isPaid = (entry: Pick<RouteEntry, "tier">): boolean => priceOf(entry) > 0;

/** Whether a call of the route that nobody pays for may change something: `serve` then applies its effects once. */
export const mayWrite = ({ method, readOnly }: Pick<RouteEntry, "method" | "readOnly">): boolean =>
  method !== "GET" && readOnly !== true;
