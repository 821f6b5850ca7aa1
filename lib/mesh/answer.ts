import * as z from "zod";
import { agentSummary } from "../identity/answer";

const link = (what: string) => z.url().nullable().describe(`${what}; null while nothing answers there.`);

export const meshAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  schema: z.literal("svc-a2a-v1").describe("Version of this document."),
  hub: z
    .object({
      name: z.string().describe("Name of the service."),
      origin: z.url().describe("Its public address."),
      role: z.literal("intelligence-seller").describe("What it does here."),
      registerAgent: link("Where agents register"),
      serviceCard: link("The service's card"),
      openapi: link("The service's contract"),
      mcp: link("The service's tools"),
    })
    .describe("The service."),
  pipelines: z
    .array(
      z.object({
        id: z.string().describe("Name for machines."),
        name: z.string().describe("Name for people."),
        description: z.string().describe("What it is for."),
        steps: z
          .array(z.string())
          .describe("What happens, in order: labels of routes, or what is made of them."),
        paidEndpoint: z.url().describe("The one call that buys all of it, by POST."),
        priceUsdc: z.number().describe("US dollars."),
      }),
    )
    .describe("What can be bought as a whole."),
  agents: z
    .array(agentSummary)
    .describe(
      "Registered agents: the first 50 of the directory, newest first, as it was a minute ago at most.",
    ),
  guidance: z.string().describe("How to use this."),
});
export type MeshAnswer = z.input<typeof meshAnswer>;
