import type { Site } from "@/lib/security/audit/visit-site";

/** Visits sites of the local world as a sold audit does, but without limits, with the settings of this moment. */
export async function visitWith() {
  const [{ visitSite }, { admitAudit }] = await Promise.all([
    import("@/lib/security/audit/visit-site"),
    import("@/lib/security/audit/admit-audit"),
  ]);
  return <Answer>(host: string, judge: (site: Site) => Promise<Answer>, allowlist = [host]) =>
    visitSite(
      admitAudit({ target: `https://${host}`, allowlist, authorized: true }),
      { now: new Date(), signal: new AbortController().signal },
      judge,
      () => Promise.resolve(),
    );
}
