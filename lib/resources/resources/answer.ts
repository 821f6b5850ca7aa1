import * as z from "zod";
import { METHODS } from "@/lib/catalog/define";

const schema = z.record(z.string(), z.unknown());

const offer = z.strictObject({
  protocol: z.enum(["x402", "mpp"]).describe("The protocol of the offer."),
  scheme: z.string().describe("x402's scheme, or MPP's method and intent."),
  network: z.string().describe("CAIP-2 id of the chain."),
  asset: z.string().describe("Contract or mint of USDC there."),
  payTo: z.string().describe("The recipient."),
  amount: z.string().describe("What it costs, in base units of the asset."),
});

const price = z.strictObject({
  usd: z.number().describe("US dollars."),
  baseUnits: z.string().describe("USDC base units, six decimals."),
});

const tier = z.strictObject({
  name: z.string().describe("Its name."),
  price: price.describe("What an answer of its routes costs."),
  sold: z.boolean().describe("Whether any route has it."),
});

const resource = z.strictObject({
  url: z.url().describe("Where it is called."),
  method: z.enum(METHODS).describe("How."),
  label: z.string().describe("Its short name, as in the 402's `resource`."),
  desk: z.string().describe("The group that it belongs to."),
  summary: z.string().describe("What it sells, in a line."),
  price: price.describe("What one answer costs."),
  offers: z
    .array(offer)
    .describe("What a 402 would offer at this moment, in the order in which to try them."),
  schema: z
    .strictObject({
      input: schema.describe("JSON Schema of the request's body."),
      output: z
        .string()
        .describe("Address of the answer's JSON Schema, which stands in the route's OpenAPI document."),
    })
    .describe("How it is called, and what it answers."),
  freshnessSec: z
    .number()
    .nullable()
    .describe("How old its data may normally be; null where it rests on none."),
  lastSuccess: z.iso
    .datetime()
    .nullable()
    .describe("When the answer was made that was last paid for; null when none is known."),
  sample: z
    .strictObject({ input: z.unknown(), output: z.unknown() })
    .describe("An example of a request's body and its answer. Made up."),
});

export const resourcesAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  asOf: z.iso.datetime().describe("When this was put together."),
  x402Version: z.literal(2).describe("Version of the payment protocol."),
  resources: z
    .array(resource)
    .describe("Every paid route, in the catalog's order, or the one that was asked for."),
  tiers: z.array(tier).describe("The price list's tiers, the cheapest first, unused ones too."),
  notes: z.array(z.string()).describe("What a reader should know."),
});
export type ResourcesAnswer = z.input<typeof resourcesAnswer>;
