import * as z from "zod";

/** Where to look for a payment on chain, and how far that was looked: kept in its record, as JSON. */
const Form = z.object({
  /** Id of a transaction that was named for it, by whomever: judged like any other that is found. */
  hint: z.string().optional(),
  /** How far a search has come, in its rail's own words. */
  progress: z.string().optional(),
  /** The payer's own doing explains that its settlement failed. */
  byPayer: z.literal(true).optional(),
  /**
   * One node has proved that a sale never moved: when (ms), how often a second one has been asked for its own proof and
   * knew no answer, and how far its search has come.
   */
  proof: z.object({ at: z.int(), asked: z.int(), progress: z.string().optional() }).optional(),
});
export type Trail = z.output<typeof Form>;

/** What a text says as JSON; undefined where it is none, as another version's words may be. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // by contract: the search that would have gone on from it begins anew
  }
}

/** A record's trail; empty while nobody has left one, and where another version's words are not understood. */
export const readTrail = (text: string): Trail =>
  text === "" ? {} : (Form.safeParse(readJson(text)).data ?? {});

/** As it is kept; empty when there is nothing to keep. */
export function writeTrail({ hint, progress, byPayer, proof }: Trail): string {
  const text = JSON.stringify({ hint, progress, byPayer, proof });
  return text === "{}" ? "" : text;
}
