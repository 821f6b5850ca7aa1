import { useEffect, useState } from "react";
import type { Report } from "@/lib/security/report/report";
import { type Verification, verifyReport } from "@/lib/security/report/verify-report";

const KEYS_PATH = "/.well-known/jwks.json";

/** What is known of a report's signature in this moment; `no_keys`: the service's keys could not be read. */
export type Verified = Verification | "checking" | "no_keys";

async function verify(report: Report): Promise<Verified> {
  try {
    const response = await fetch(KEYS_PATH);
    if (!response.ok) return "no_keys";
    const keys: unknown = await response.json();
    return await verifyReport(report, keys);
  } catch {
    return "no_keys"; // offline, or no JSON
  }
}

/** Judges a report's signature in this browser, by the keys that the service publishes. */
export function useVerification(report: Report): Verified {
  const [known, setKnown] = useState<{ report: Report; verified: Verified } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void verify(report).then((verified) => {
      if (isCurrent) setKnown({ report, verified });
    });
    return () => {
      isCurrent = false;
    };
  }, [report]);
  return known?.report === report ? known.verified : "checking";
}
