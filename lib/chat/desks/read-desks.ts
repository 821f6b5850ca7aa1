import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import { airdropDesk } from "@/lib/desks/airdrop/handler";
import { type Desk, type DeskEntry, deskWith } from "@/lib/desks/desk";
import { noLounge } from "@/lib/desks/lounge";
import { listingDesk } from "@/lib/desks/listing/handler";
import { macroDesk } from "@/lib/desks/macro/handler";
import { poolsDesk } from "@/lib/desks/meteora/handler";
import { momentumDesk } from "@/lib/desks/momentum/handler";
import { scalpDesk } from "@/lib/desks/scalp/handler";
import { trenchesScreenDesk } from "@/lib/desks/trenches-screen/handler";
import { trenchesDesk } from "@/lib/desks/trenches/handler";
import { tvlDesk } from "@/lib/desks/tvl/handler";
import { verdictDesk } from "@/lib/desks/verdict/handler";
import { walletDesk } from "@/lib/desks/wallet/handler";
import { whalesDesk } from "@/lib/desks/whales/handler";
import { wireDeskWith } from "@/lib/desks/wire/handler";
import { yieldsDesk } from "@/lib/desks/yields/handler";
import type { CallContext } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import type { ReadSources } from "@/lib/sources/fetcher/reader";

/** Every desk that a chat turn may read. Bundles are made of these, and scans ask a third party's site. */
export const CHAT_DESKS = {
  macro: macroDesk,
  /** Publishers' headlines alone: no creator's words go to a language model. */
  wire: wireDeskWith(noLounge),
  tvl: tvlDesk,
  whales: whalesDesk,
  yields: yieldsDesk,
  /** The same desk, asked about the other of two that are compared. */
  otherYields: yieldsDesk,
  pools: poolsDesk,
  trenches: trenchesDesk,
  screen: trenchesScreenDesk,
  wallet: walletDesk,
  verdict: verdictDesk,
  airdrop: airdropDesk,
  listing: listingDesk,
  momentum: momentumDesk,
  scalp: scalpDesk,
} as const;
type Desks = typeof CHAT_DESKS;
export type DeskName = keyof Desks;
export type EntryOf<N extends DeskName> = Desks[N]["entry"];

/** What each desk is to be asked. */
export type DeskPlan = { readonly [N in DeskName]?: z.input<EntryOf<N>["input"]> };

/** How reading one desk went: its answer, or the refusal that it threw. */
export type DeskRead<Answer> =
  | { answer: Answer; refused: null; input: Readonly<Record<string, unknown>> }
  | { answer: null; refused: ApiError; input: Readonly<Record<string, unknown>> };
export type DeskReads = { readonly [N in DeskName]?: DeskRead<AnswerOf<EntryOf<N>>> };

/** How a desk is read: with its answer's shape kept, so that a test may put another reader under all of them. */
async function readDesk<E extends DeskEntry, Inputs>(
  desk: Desk<E, Inputs>,
  read: ReadSources,
  input: z.input<E["input"]> | undefined,
  context: CallContext,
): Promise<DeskRead<AnswerOf<E>> | undefined> {
  if (input === undefined) return undefined;
  const asked = shown(input);
  try {
    // In full: what is cut from an answer by default may be what is asked about. By that very schema.
    const parsed = desk.entry.input.parse({ ...asked, detail: "full" }) as z.output<E["input"]>;
    // The effects are dropped: a turn is no sold verdict.
    const { answer } = await deskWith(desk)(read)(parsed, context);
    return { answer, refused: null, input: asked };
  } catch (error) {
    if (error instanceof ApiError) return { answer: null, refused: error, input: asked };
    throw error;
  }
}

/** An input as JSON shows it; all inputs of desks are objects. */
const shown = (input: unknown): Readonly<Record<string, unknown>> => ({ ...(input as object) });

/** Reads the planned desks side by side. A desk that refuses is told of by its refusal; a defect is thrown. */
export async function readDesks(plan: DeskPlan, read: ReadSources, context: CallContext): Promise<DeskReads> {
  const ask = <E extends DeskEntry, Inputs>(desk: Desk<E, Inputs>, input: z.input<E["input"]> | undefined) =>
    readDesk(desk, read, input, context);
  const [
    macro,
    wire,
    tvl,
    whales,
    yields,
    otherYields,
    pools,
    trenches,
    screen,
    wallet,
    verdict,
    airdrop,
    listing,
    momentum,
    scalp,
  ] = await Promise.all([
    ask(CHAT_DESKS.macro, plan.macro),
    ask(CHAT_DESKS.wire, plan.wire),
    ask(CHAT_DESKS.tvl, plan.tvl),
    ask(CHAT_DESKS.whales, plan.whales),
    ask(CHAT_DESKS.yields, plan.yields),
    ask(CHAT_DESKS.otherYields, plan.otherYields),
    ask(CHAT_DESKS.pools, plan.pools),
    ask(CHAT_DESKS.trenches, plan.trenches),
    ask(CHAT_DESKS.screen, plan.screen),
    ask(CHAT_DESKS.wallet, plan.wallet),
    ask(CHAT_DESKS.verdict, plan.verdict),
    ask(CHAT_DESKS.airdrop, plan.airdrop),
    ask(CHAT_DESKS.listing, plan.listing),
    ask(CHAT_DESKS.momentum, plan.momentum),
    ask(CHAT_DESKS.scalp, plan.scalp),
  ]);
  return {
    ...(macro && { macro }),
    ...(wire && { wire }),
    ...(tvl && { tvl }),
    ...(whales && { whales }),
    ...(yields && { yields }),
    ...(otherYields && { otherYields }),
    ...(pools && { pools }),
    ...(trenches && { trenches }),
    ...(screen && { screen }),
    ...(wallet && { wallet }),
    ...(verdict && { verdict }),
    ...(airdrop && { airdrop }),
    ...(listing && { listing }),
    ...(momentum && { momentum }),
    ...(scalp && { scalp }),
  };
}
