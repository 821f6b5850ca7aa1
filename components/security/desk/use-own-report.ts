import { useEffect, useState } from "react";
import { asRecord, asText } from "@/lib/security/report/read-value";
import { readReport, type Report } from "@/lib/security/report/report";

const PATH = "/api/svc-security-scan";
const TIME_LIMIT_MS = 25_000;

export type OwnReport = Report | { failed: string } | null;

async function scanOurselves(target: string): Promise<Report | { failed: string }> {
  try {
    const response = await fetch(PATH, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ target, selfAudit: true }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    const answer: unknown = await response.json();
    const report = response.ok ? readReport(answer) : null;
    return report ?? { failed: asText(asRecord(answer).error) || `It answered ${response.status}.` };
  } catch {
    return { failed: "This browser got no answer." };
  }
}

/** The scan of this service itself, made by itself: free, and at most ten minutes old. */
export function useOwnReport(origin: string): { own: OwnReport; again: () => void } {
  const [own, setOwn] = useState<OwnReport>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isHere = true;
    void scanOurselves(origin).then((report) => {
      if (isHere) setOwn(report);
    });
    return () => {
      isHere = false;
    };
  }, [origin, round]);
  return {
    own,
    again: () => {
      setOwn(null);
      setRound((count) => count + 1);
    },
  };
}
