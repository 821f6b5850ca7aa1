import * as z from "zod";

const problem = z.object({
  code: z.string().describe("What is wrong, for machines."),
  message: z.string().describe("What is wrong and what to do, for people."),
});

export const securityScopeAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  target: z.string().describe("The origin that a scan would ask."),
  host: z.string().describe("Its host."),
  registrableDomain: z
    .string()
    .describe("The domain that allowlist patterns must share and that scans are limited by."),
  inScope: z.boolean().describe("Whether the allowlist covers the target."),
  matchedPattern: z.string().nullable().describe("The first pattern that covers it, as it was sent."),
  problems: z.array(problem).describe("What keeps the target out of scope; empty when it is in."),
  notes: z.array(z.string()).describe("What was left out of the target."),
  next: z.string().describe("What to call, or to mend, next."),
  dns: z
    .literal("not_checked")
    .describe("The name was not looked up: a scan may still be refused for where it leads."),
});
export type SecurityScopeAnswer = z.input<typeof securityScopeAnswer>;
