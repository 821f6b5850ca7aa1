import * as z from "zod";
import { tell } from "../tell";
import { securityScopeEntry } from "./scope";

const problem = z.object({
  code: z.string().describe("What is wrong, for machines."),
  message: z.string().describe("What is wrong and what to do, for people."),
});

const securityScopeAnswer = z.object({
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

export const securityScopeTold = tell(securityScopeEntry, {
  description:
    "Checks a target and an allowlist as the paid scans do, by what is written alone: nothing is fetched and no name is looked up. A target that no scan takes is refused with the same status: 400 when it is no https address, 403 for addresses, private, internationalised and preview hosts and the service itself.",
  output: securityScopeAnswer,
  sample: {
    input: { target: "https://www.example.com/login", allowlist: ["*.example.com"] },
    output: {
      ok: true,
      target: "https://www.example.com",
      host: "www.example.com",
      registrableDomain: "example.com",
      inScope: true,
      matchedPattern: "*.example.com",
      problems: [],
      notes: ["Path, query and fragment were left out: a scan asks only the origin."],
      next: "POST /api/svc-security-scan with this target, this allowlist and authorized: true.",
      dns: "not_checked",
    },
  },
});
