import type * as z from "zod";
import { defineRoute, type LabelOf, type RouteDefinition, type RouteEntry } from "../define";
import type { Envelope } from "./answers/envelope";

/** The answer of an intel route: the envelope of all such answers beside the fields of its own. */
export type IntelAnswer<Path extends string, Fields> = Envelope<LabelOf<Path>> & Fields;

/** An answer that is too thin is not sold: that is a status of all of them. */
const TOO_THIN = 503;

/** `defineIntel<Fields>()({ … })`: `defineRoute` for a route whose answer says how much it rests on. */
export function defineIntel<Fields>() {
  return <const Path extends string, Input extends z.ZodType>(
    definition: RouteDefinition<Path, Input>,
  ): RouteEntry<Path, Input, IntelAnswer<Path, Fields>> =>
    defineRoute<IntelAnswer<Path, Fields>>()({ statuses: [TOO_THIN], ...definition });
}
