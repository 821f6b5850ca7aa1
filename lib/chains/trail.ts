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
   * One node has proved that it never moved: when (ms), how often a second one has been asked for its own proof and
   * knew no answer, and how far its search has come.
   */
  proof: z.object({ at: z.int(), asked: z.int(), progress: z.string().optional() }).optional(),
});
export type Trail = z.output<typeof Form>;
export type Proof = NonNullable<Trail["proof"]>;

/** How long a second node may keep the first one's proof waiting, and how often it is asked at least: the schedule may be rare. */
const SECOND_NODE_MS = 3_600_000;
const SECOND_NODE_ASKED = 3;

/** Whether a second node has known no answer to the first one's proof for so long that it is not waited for any more. */
export const isLate = (proof: Proof, now: number): boolean =>
  now - proof.at > SECOND_NODE_MS && proof.asked >= SECOND_NODE_ASKED;

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
