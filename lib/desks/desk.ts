import type * as z from "zod";
import type { AnswerOf, RouteEntry } from "@/lib/catalog/define";
import type { Detail } from "@/lib/catalog/intel/detail";
import type { Handler } from "@/lib/handler";
import { ONE_PROVIDER, type ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { inShort } from "./in-short";
import { logContext } from "./log-context";
import { type Composed, type Judged, sell } from "./sell";

/** A route whose input may carry the caller's own words, and whose answer says how much it rests on. */
export type DeskEntry = RouteEntry<
  string,
  z.ZodType<{ message?: string | undefined; detail?: Detail }>,
  Judged
>;

/** An intel desk: what it reads, and the pure function that makes an answer of it. */
export interface Desk<E extends DeskEntry, Inputs> {
  entry: E;
  /** Set where the answer hangs on one provider: without that one it is refused, so it is waited for once and no longer. */
  soleProvider?: true;
  gather(read: ReadSources, context: ReadContext, input: z.output<E["input"]>): Promise<Inputs>;
  compose(inputs: Inputs, input: z.output<E["input"]>, now: Date): Composed<AnswerOf<E>>;
}

/** The desk as a handler, over a reader that a test may hand in. */
export const deskWith =
  <E extends DeskEntry, Inputs>({ entry, soleProvider, gather, compose }: Desk<E, Inputs>) =>
  (read: ReadSources): Handler<E> =>
  async (input, context) => {
    logContext(entry, input.message);
    const sold = await sell(context, async (common) => {
      // Of many providers, one that lets its time run out is not asked again while the caller waits for the others' answer.
      const reading =
        soleProvider === undefined ? { ...common, retrySlow: false } : { ...common, patience: ONE_PROVIDER };
      return compose(await gather(read, reading, input), input, context.now);
    });
    return { ...sold, answer: inShort(sold.answer, input.detail) };
  };
