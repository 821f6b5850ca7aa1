import * as z from "zod";

/** Members that requests to several desks have. */

export const messageInput = z
  .string()
  .max(4_000)
  .optional()
  .describe("Free text for your own context, at most 4,000 characters. It does not change the answer.");

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
