import * as z from "zod";

/** Members that requests to several desks have. */

export const messageInput = z
  .string()
  .max(4_000)
  .optional()
  .describe(
    "Free text for your own context, at most 4,000 characters. Numbers do not change with it; where it asks about an asset that the answer does not cover, a note says which desk does.",
  );

/** Body of the desks that take no parameters. */
export const contextOnlyInput = z.strictObject({ message: messageInput });

export const limitInput = z
  .int()
  .min(1)
  .max(50)
  .default(10)
  .describe("How many to show, 1 to 50; default 10.");

export const includeInsiderInput = z
  .boolean()
  .default(true)
  .describe("Whether published views of the lounge's creators count; default true.");
