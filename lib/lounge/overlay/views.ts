import { type CreatorView, type CreatorViews, VIEW_MAX_AGE_MS } from "@/lib/desks/creator-views";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { scoreSoon } from "../outcomes/score-soon";
import type { Signal } from "../signal";
import { readSignals } from "../store";
import { unlessUnread } from "../unless-unread";
import { ASSETS } from "../vocabulary";
import { standingFrom, standsAlone } from "./standing";

/** So many creators' views on an asset are read beside those with a record; all newcomers share one weight anyway. */
const NEWCOMERS = 50;
/** One instance reads the lounge at most so often for all desks. */
const KEPT_MS = 15_000;

const STANCES = { short: -1, neutral: 0, long: 1 } as const;

/** Field and value of a hash as the store sends it: one after the other. */
const pairsOf = (reply: unknown): [string, string][] => {
  const flat = Array.isArray(reply) ? reply.map(String) : [];
  return flat.flatMap((field, at): [string, string][] => (at % 2 === 0 ? [[field, flat[at + 1] ?? ""]] : []));
};
const textsOf = (reply: unknown): string[] =>
  Array.isArray(reply) ? reply.filter((one) => one !== null).map(String) : [];

/** A hidden signal says nothing any more, and one that nobody is proved to have published never did. */
function viewOf(signal: Signal, standing: ReadonlyMap<string, string>, now: Date): CreatorView[] {
  const { id, asset, stance, creator, publishedAt, hidden } = signal;
  if (asset === null || stance === null || creator.proof === "unproved" || hidden !== null) return [];
  const text = standing.get(creator.wallet);
  const { n: scored, hits } = text === undefined ? { n: 0, hits: 0 } : standingFrom(text).record;
  return [
    {
      ...{ id, creator: creator.wallet, proof: creator.proof, asset, stance: STANCES[stance] },
      ...{ publishedAt: new Date(publishedAt).toISOString(), hits, scored },
      newcomer: text === undefined || !standsAlone(text, now),
    },
  ];
}

/** Three round trips, whatever was published: the creators with a record, and the newest of the others. */
async function readViews(now: Date): Promise<CreatorView[]> {
  const asked = ledgerStore().pipeline();
  asked.hgetall(keys.loungeStanding());
  const oldest = now.getTime() - VIEW_MAX_AGE_MS;
  for (const asset of ASSETS)
    asked.zrange(keys.loungeCallers(asset), "+inf", oldest, {
      ...{ byScore: true, rev: true, offset: 0, count: NEWCOMERS },
    });
  const [found, ...callers] = await asked.exec();
  const standing = new Map(pairsOf(found));
  const known = [...standing].filter(([, text]) => standsAlone(text, now)).map(([wallet]) => wallet);
  const last = ledgerStore().pipeline();
  ASSETS.forEach((asset, at) => {
    const wallets = [...new Set([...known, ...textsOf(callers[at])])];
    last.hmget(keys.loungeViews(asset), ...(wallets.length === 0 ? ["none"] : wallets));
  });
  const ids = (await last.exec()).flatMap(textsOf);
  const signals = (await readSignals(ids)).filter((signal) => signal !== null);
  return signals.flatMap((signal) => viewOf(signal, standing, now));
}

let kept: { at: number; views: Promise<readonly CreatorView[]> } | null = null;

/** What creators with a proof say of the assets that are scored. A desk has other things to go by where that can't be read. */
export const creatorViews: CreatorViews = async (now) => {
  const at = now.getTime();
  if (kept === null || Math.abs(at - kept.at) >= KEPT_MS) kept = { at, views: readViews(now) };
  const reading = kept.views;
  const views = await unlessUnread("views_not_read", () => reading);
  if (views === null) kept = null;
  else scoreSoon();
  return views;
};
