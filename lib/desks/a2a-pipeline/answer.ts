import * as z from "zod";
import { bundleOutput } from "../bundle/answer";

const delegate = z.object({
  route: z.string().describe("Label of the route."),
  url: z.url().describe("Where to call it, by POST."),
  priceUsdc: z.number().describe("US dollars."),
  why: z.string().describe("Why now."),
});

const a2a = z
  .object({
    handoff: z
      .string()
      .describe("One line for another agent: `A2A|asset=BTC|bias=long|conviction=medium|signal=follow|…`."),
    delegate: z.array(delegate).describe("What to buy next, and why; empty when nothing follows."),
    mesh: z.url().describe("Where the pipelines are described, by GET."),
  })
  .describe("What an agent passes on.");

export const a2aPipelineFields = z.object({ ...bundleOutput, a2a });
export type A2aPipelineFields = z.input<typeof a2aPipelineFields>;
