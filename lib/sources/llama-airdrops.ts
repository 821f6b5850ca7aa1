import * as z from "zod";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { msOf } from "./llama-tokenless";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText, cleanUrl } from "./text/clean-text";
import { shortName } from "./text/short-name";

/**
 * DefiLlama's list of airdrops that can be claimed. Entries that ended years ago still say `isActive: true`, so only
 * `endTime` (seconds; its own app guards against milliseconds) says, and most entries have none.
 */
const entry = z.object({
  name: z.string().min(1),
  page: z.string().nullish().catch(null),
  tokenSymbol: z.string().nullish().catch(null),
  isActive: z.boolean().nullish(),
  endTime: z.number().nullish().catch(null),
  startTime: z.union([z.number(), z.string()]).nullish().catch(null),
  chains: z.array(z.string()).nullish().catch(null),
});

const claim = z.object({
  name: z.string(),
  symbol: z.string().nullable(),
  page: z.string().nullable(),
  chains: z.array(z.string()),
  /** Milliseconds since 1970; null when it is not said. */
  startsAt: z.number().nullable(),
  endsAt: z.number(),
});
export type Claim = z.infer<typeof claim>;

const MAX_CLAIMS = 200;

/** Claims that say when they end and are not switched off, whether that time has passed or not. Soonest end first. */
export function reduceAirdrops(answer: unknown): Reduced<Claim[]> {
  const rows = Object.values(accept(z.record(z.string(), z.unknown()), answer));
  if (rows.length === 0) throw new SourceError("suspect_empty", "no airdrop at all");
  const claims = acceptRows(entry, rows).flatMap(
    ({ name, page, tokenSymbol, isActive, endTime, startTime, chains }): Claim[] => {
      if (isActive === false || !endTime || endTime <= 0) return [];
      const starts =
        typeof startTime === "string" ? Date.parse(startTime) : startTime ? msOf(startTime) : NaN;
      return [
        {
          name: cleanText(name),
          symbol: shortName(tokenSymbol ?? ""),
          page: cleanUrl(page ?? ""),
          chains: (chains ?? []).map(cleanText),
          startsAt: Number.isNaN(starts) ? null : starts,
          endsAt: msOf(endTime),
        },
      ];
    },
  );
  return { value: claims.sort((a, b) => a.endsAt - b.endsAt).slice(-MAX_CLAIMS), asOf: null };
}

export const llamaAirdrops: Source<Claim[]> = {
  id: "llama.airdrops",
  version: 1,
  provider: "DefiLlama",
  address: () => ({ host: "airdrops.llama.fi", path: "/config" }),
  answer: jsonAnswer(reduceAirdrops),
  kept: z.array(claim).max(MAX_CLAIMS),
  freshMs: 6 * 3_600_000,
  staleMs: 24 * 3_600_000,
  maxBytes: 1_000_000,
};
