import type { Handler } from "@/lib/handler";
import { admitTarget } from "../admit-target";
import { judgeAllowlist } from "../gate/allowlist";
import { PUBLIC_SUFFIXES } from "../gate/public-suffix";
import { ownHost } from "../own-host";
import type { securityScopeEntry } from "./entry";

/** Tells whether a scan would take a target, without asking anything of the network. */
export const describeScope: Handler<typeof securityScopeEntry> = async ({ target: raw, allowlist = [] }) => {
  const { target, shortened } = admitTarget(raw, {
    own: ownHost(),
    selfAudit: false,
    suffixes: PUBLIC_SUFFIXES,
  });
  const { matchedPattern, problems } = judgeAllowlist(allowlist, target);
  const inScope = problems.length === 0;
  return {
    answer: {
      ok: true,
      target: target.origin,
      host: target.host,
      registrableDomain: target.registrableDomain,
      inScope,
      matchedPattern,
      problems: problems.map(({ code, message }) => ({ code, message })),
      notes: shortened ? ["Path, query and fragment were left out: a scan asks only the origin."] : [],
      next: inScope
        ? "POST /api/svc-security-scan with this target, this allowlist and authorized: true."
        : "Correct the allowlist as `problems` says, and send it again.",
      dns: "not_checked",
    },
    effects: [],
  };
};
