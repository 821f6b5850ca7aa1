import * as z from "zod";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const loungeLogAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  origin: z.string().describe("The log's name."),
  size: z.int().describe("How many leaves are hashed: those that are a minute old."),
  root: hash.describe("Root of their tree (RFC 6962)."),
  checkpoint: z
    .string()
    .nullable()
    .describe("The three as a signed note (C2SP tlog-checkpoint); null where no key signs. Keep it."),
  keys: z
    .array(
      z.object({
        key: z.string().describe("Name, id and public key, as verifiers of signed notes take it."),
        fromSize: z.int().describe("The size that it signed first."),
      }),
    )
    .describe("Every key that ever signed a checkpoint of this log."),
  consistency: z
    .object({
      first: z.int().describe("The earlier size."),
      proof: z.array(hash).describe("RFC 6962 §2.1.2."),
    })
    .nullable()
    .describe("That the tree of `first` leaves is the beginning of this one; null where none was asked for."),
});
export type LoungeLogAnswer = z.input<typeof loungeLogAnswer>;
