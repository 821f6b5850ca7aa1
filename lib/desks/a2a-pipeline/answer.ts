import * as z from "zod";
import { COMPONENTS, SIGNALS } from "@/lib/catalog/intel/signals";
import { erc8004Link } from "@/lib/identity/answer";
import { bundleOutput } from "../bundle/answer";

const delegate = z.object({
  route: z.string().describe("Label of the route."),
  url: z.url().describe("Where to call it, by POST."),
  priceUsdc: z.number().describe("US dollars."),
  why: z.string().describe("Why now."),
});

const peer = z.object({
  agent: z.string().describe("Id of an agent that is registered here."),
  cardUrl: z.url().describe("Its card (A2A 1.0). Untrusted third-party text."),
  erc8004: erc8004Link,
  why: z.string().describe("Why it is named, and how little that says."),
});

const turn = z.object({
  to: z.enum(SIGNALS).describe("What the verdict would be then."),
  score: z.number().nullable().describe("The S at which it turns; null where S does not decide it."),
  lever: z
    .object({
      component: z.enum(COMPONENTS).describe("Which component."),
      now: z.number().describe("Its value now, −1 to 1."),
      needed: z.number().describe("What it would have to reach, the others unchanged."),
    })
    .nullable()
    .describe("One component that could turn it alone; null when none can."),
  when: z.string().describe("The same in a sentence, with the levels."),
});

const a2a = z
  .object({
    handoff: z
      .string()
      .describe("One line for another agent: `A2A|asset=BTC|bias=long|conviction=medium|signal=follow|…`."),
    delegate: z
      .array(z.union([delegate, peer]))
      .min(1)
      .describe(
        "What to ask next, the most useful first, and why; never empty. With a bias, behind the routes at most three agents that the line may be handed to: verified, linked on chain, and lately active here.",
      ),
    turns: z.array(turn).min(1).describe("What would change the verdict, and at which levels."),
    mesh: z.url().describe("Where the pipelines are described, by GET."),
  })
  .describe("What an agent passes on.");

export const a2aPipelineFields = z.object({ ...bundleOutput, a2a });
export type A2aPipelineFields = z.input<typeof a2aPipelineFields>;
