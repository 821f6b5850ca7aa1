import * as z from "zod";
import { resourcesEntry } from "./resources";
import { tell } from "./tell";

const schema = z.record(z.string(), z.unknown());

const offer = z.strictObject({
  protocol: z.enum(["x402", "mpp"]).describe("The protocol of the offer."),
  scheme: z.string().describe("x402's scheme, or MPP's method and intent."),
  network: z.string().describe("CAIP-2 id of the chain."),
  asset: z.string().describe("Contract or mint of USDC there."),
  payTo: z.string().describe("Who is paid."),
  amount: z.string().describe("What it costs, in base units of the asset."),
});

const resource = z.strictObject({
  url: z.url().describe("Where it is called."),
  method: z.enum(["GET", "POST"]).describe("How."),
  label: z.string().describe("Its short name, as in the 402's `resource`."),
  desk: z.string().describe("The group that it belongs to."),
  summary: z.string().describe("What it sells, in a line."),
  price: z
    .strictObject({
      usd: z.number().describe("US dollars."),
      baseUnits: z.string().describe("USDC base units, six decimals."),
    })
    .describe("What one answer costs."),
  offers: z
    .array(offer)
    .describe("What a 402 would offer at this moment, in the order in which to try them."),
  schema: z
    .strictObject({
      input: schema.describe("JSON Schema of the request's body."),
      output: z
        .string()
        .describe("Address of the answer's JSON Schema, which stands in the OpenAPI document."),
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

const resourcesAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  asOf: z.iso.datetime().describe("When this was put together."),
  x402Version: z.literal(2).describe("Version of the payment protocol."),
  resources: z.array(resource).describe("Every paid route, in the catalog's order."),
  notes: z.array(z.string()).describe("What a reader should know."),
});
export type ResourcesAnswer = z.input<typeof resourcesAnswer>;

export const resourcesTold = tell(resourcesEntry, {
  description:
    "Lists every paid route with its price, the offers that its 402 would make at this moment, how it is called, what it " +
    "answers, and when it last sold an answer. Free.",
  output: resourcesAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      asOf: "2026-10-07T14:06:23.000Z",
      x402Version: 2,
      resources: [
        {
          url: "https://svc.example.com/api/svc-intel-tvl",
          method: "POST",
          label: "intel-tvl",
          desk: "tvl",
          summary: "Value locked in DeFi, by chain and protocol",
          price: { usd: 0.02, baseUnits: "20000" },
          offers: [
            {
              protocol: "x402",
              scheme: "exact",
              network: "eip155:8453",
              asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
              payTo: "0x000000000000000000000000000000000000dEaD",
              amount: "20000",
            },
          ],
          schema: {
            input: {
              type: "object",
              properties: { message: { type: "string" } },
              additionalProperties: false,
            },
            output:
              "https://svc.example.com/openapi.json#/paths/~1api~1svc-intel-tvl/post/responses/200/content/application~1json/schema",
          },
          freshnessSec: 900,
          lastSuccess: "2026-10-07T14:02:11.000Z",
          sample: { input: {}, output: { ok: true, kind: "intel-tvl" } },
        },
      ],
      notes: [],
    },
  },
});
