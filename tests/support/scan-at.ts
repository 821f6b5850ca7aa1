import type { Depth } from "@/lib/security/audit/vocabulary";

/** Scans a site of the local world at a depth, with the settings of this moment; for the depths that are not live. */
export async function scanWith() {
  const [{ openScan }, { ownHost }, { preflight }, { scanAt }, { admitAudit }, { access }] =
    await Promise.all([
      import("@/lib/security/scan-tools"),
      import("@/lib/security/own-host"),
      import("@/lib/security/audit/preflight"),
      import("@/lib/security/scan/handler"),
      import("@/lib/security/audit/admit-audit"),
      import("@/lib/security/audit/frame"),
    ]);
  return async (depth: Depth, host: string, now = new Date()) => {
    const { target } = admitAudit({ target: `https://${host}`, allowlist: [host], authorized: true });
    const scan = openScan(target, { own: ownHost(), selfAudit: false }, new AbortController().signal);
    const { home, robots } = await preflight(scan, target);
    const frame = () => ({
      ok: true as const,
      target: target.origin,
      host: target.host,
      auditedAt: now.toISOString(),
      cached: null,
      requests: scan.sent(),
      notTested: [],
      notes: [],
      access: access(),
    });
    return scanAt(depth)({ target, scan, home, robots, now, frame });
  };
}
