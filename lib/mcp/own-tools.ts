import * as z from "zod";
import { asObject } from "./open-schema";
import type { ListedTool, ToolDetails } from "./listed-tool";

const row = z.object({
  tool: z.string().nullable().describe("Name of the tool; null where the route is none."),
  route: z.string().describe("Method and path of the same over HTTP."),
  desk: z.string(),
  summary: z.string(),
  priceUsdc: z.number(),
  schema: z.string().describe("OpenAPI of this route alone: input and output."),
});

export const CatalogInput = z.strictObject({
  tool: z
    .string()
    .optional()
    .describe("Name of one tool: all of it comes then, input and output schema, sample and price."),
});

/** Of the whole service. */
export const CatalogOutput = z.object({
  ok: z.literal(true),
  name: z.string().describe("The service."),
  endpoint: z.string().describe("Where tools are called."),
  networks: z.array(z.string()).describe("Chains that USDC is taken on."),
  routes: z.array(row),
  tiers: z
    .array(z.object({ name: z.string(), priceUsdc: z.number(), sold: z.boolean() }))
    .describe("The price list's tiers; `sold` where routes have it."),
  documents: z.array(z.object({ title: z.string(), url: z.string(), type: z.string() })),
  howToPay: z.array(z.string()),
});

/** Of one tool. */
export const DetailsOutput = z.object({
  ok: z.literal(true),
  tool: z.string(),
  route: z.string().nullable().describe("Method and path of the same over HTTP; null where it is no route."),
  priceUsdc: z.number().describe("Price of a call; 0 where nothing is paid."),
  description: z.string(),
  input: z.record(z.string(), z.unknown()).describe("JSON Schema of its arguments."),
  output: z.record(z.string(), z.unknown()).describe("JSON Schema of its structured content."),
  sample: z
    .object({ input: z.unknown(), output: z.unknown() })
    .nullable()
    .describe("A call and its answer, made up; null where there is none."),
  howToPay: z.array(z.string()),
});

export const PrepareInput = z.strictObject({
  tool: z.string().describe("Name of the tool to pay for."),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The arguments that it will be called with; left out: none."),
});
export const PrepareOutput = z.object({
  ok: z.literal(true),
  tool: z.string(),
  priceUsdc: z.number().describe("Price of this call; 0 where nothing is paid."),
  arguments: z.record(z.string(), z.unknown()).describe("As they were given; call the tool with the same."),
  x402: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("x402 PaymentRequired to sign one offer of; null where nothing is paid."),
  mpp: z.array(z.record(z.string(), z.unknown())).describe("The same as MPP challenges."),
  howToPay: z.array(z.string()),
});

/** The paid tool's own answer, or what the first round says where nothing has to be paid. */
const PaidOutput = z.looseObject({ ok: z.literal(true) });

const WORDS = {
  svc_catalog:
    "Every route and tool of the service with its price, and the service's documents; with `tool`, that tool's full input and output schema, a sample and its price. Free.",
  svc_pay_in_browser:
    "For agents without a wallet: a person pays for one call of a tool in their browser, and its answer comes back here. The client must open addresses (elicitation.url).",
  svc_prepare_payment:
    "Checks the arguments of a tool and gives the live challenge for that call, ready to sign. Nothing is charged. Free.",
};
export type OwnTool = keyof typeof WORDS;

/** Without the dialect, which is the protocol's default. Outputs stay open: what they gain later breaks nobody. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

const detailsOf = (name: OwnTool, input: z.ZodType, output: z.ZodType): [OwnTool, ToolDetails] => [
  name,
  {
    description: WORDS[name],
    input: asObject(schemaOf(input, "input"), name),
    output: schemaOf(output, "output"),
    sample: null,
  },
];

/**
 * The tools that are no routes: with them a client finds its way through all the others. A function, since only the
 * prebuild step renders schemas.
 */
export const ownTools = (): [OwnTool, ToolDetails][] => [
  detailsOf("svc_catalog", CatalogInput, z.union([CatalogOutput, DetailsOutput])),
  detailsOf("svc_prepare_payment", PrepareInput, PrepareOutput),
  detailsOf("svc_pay_in_browser", PrepareInput, PaidOutput),
];

/** Such a tool as the list shows it. */
export const listOwn = ([name, { description, input }]: readonly [OwnTool, ToolDetails]): ListedTool => ({
  ...{ name, description, inputSchema: input },
  annotations: { readOnlyHint: true, openWorldHint: false },
});
