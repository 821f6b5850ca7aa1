import { documentRoute } from "@/lib/catalog/document";
import { securityScopeAnswer } from "./answer";
import { securityScopeEntry } from "./entry";

export const securityScopeDocumentation = documentRoute(securityScopeEntry, {
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
