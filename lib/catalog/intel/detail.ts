import * as z from "zod";

/** How much of an answer is wanted: what a reader needs, or all that it was made of. */
export const detailInput = z
  .enum(["brief", "full"], { error: 'must be brief or full, such as "full"' })
  .optional()
  .describe("brief (default), or full: with every source, the parts of scores, whole lists.");

export type Detail = z.output<typeof detailInput>;

/**
 * A member that stands in the answer with `detail: "full"` alone. Its schema says that it may be absent; its type is that
 * of what desks compose, where it is always there: `inShort` takes it out of the finished answer, and nothing reads it after.
 */
export const onRequest = <S extends z.ZodType>(schema: S): S => schema.optional() as unknown as S;
