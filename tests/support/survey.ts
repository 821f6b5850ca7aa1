import { judgeTarget } from "@/lib/security/gate/judge-target";
import type { Surface } from "@/lib/security/audit/survey-surface";

/** Surveys sites of the local world as a scan does, with the settings of this moment; for what a guest isn't shown. */
export async function surveyWith(): Promise<(host: string) => Promise<Surface>> {
  const [{ openScan }, { ownHost }, { preflight }, { surveySurface }] = await Promise.all([
    import("@/lib/security/scan-tools"),
    import("@/lib/security/own-host"),
    import("@/lib/security/audit/preflight"),
    import("@/lib/security/audit/survey-surface"),
  ]);
  return async (host) => {
    const gate = { own: ownHost(), selfAudit: false };
    const verdict = judgeTarget(`https://${host}`, gate);
    if (!verdict.ok) throw new Error(`${host} is refused`);
    const { target } = verdict;
    const scan = openScan(target, gate, new AbortController().signal);
    return surveySurface({ target, scan, ...(await preflight(scan, target)), now: new Date() });
  };
}
