import * as z from "zod";

export const rwaMetadataAnswer = z.object({
  name: z.string().describe("A neutral one: the place in the log. Names on chain can't be taken back."),
  symbol: z.string().describe("For wallets that show one."),
  description: z.string().describe("What the certificate says, and what it does not."),
  image: z.string().describe("PNG made from the certificate's hash."),
  external_url: z.string().describe("The page that checks the certificate in a reader's browser."),
  category: z.literal("image").describe("For readers of Metaplex Core."),
  attributes: z
    .array(
      z.object({
        trait_type: z.string().describe("Name."),
        value: z.union([z.string(), z.int()]).describe("Value."),
      }),
    )
    .describe("Signal, certificate hash, place, time and creator."),
  properties: z
    .object({
      files: z
        .array(
          z.object({ uri: z.string().describe("Where it is."), type: z.string().describe("Media type.") }),
        )
        .describe("The image."),
      category: z.literal("image").describe("Of the files."),
    })
    .describe("For readers of Token Metadata."),
});
export type RwaMetadataAnswer = z.input<typeof rwaMetadataAnswer>;
