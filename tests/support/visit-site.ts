import type { ScanTarget } from "@/lib/security/gate/judge-target";
import type { Connection } from "@/lib/security/scan-fetch/egress";
import type { Site } from "@/lib/security/audit/visit-site";

/** Visits sites of the local world as a sold audit does, but without limits, with the settings of this moment. */
export async function visitWith() {
  const [{ visitSite }, { admitAudit }, { connectTo }] = await Promise.all([
    import("@/lib/security/audit/visit-site"),
    import("@/lib/security/audit/admit-audit"),
    import("@/lib/security/scan-tools"),
  ]);
  const enter = async (target: ScanTarget): Promise<Connection> => {
    const connection = await connectTo(target, []);
    if (typeof connection === "string") throw new Error(connection);
    return connection;
  };
  return <Answer>(host: string, judge: (site: Site) => Promise<Answer>, allowlist = [host]) =>
    visitSite(
      admitAudit({ target: `https://${host}`, allowlist, authorized: true }),
      { now: new Date(), signal: new AbortController().signal },
      judge,
      { enter, begin: () => Promise.resolve(32) },
    );
}
