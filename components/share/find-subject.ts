import { UNLOCK } from "@/components/lounge/routes";
import { readVerdictOf } from "@/lib/accuracy/verdict-log";
import { env } from "@/lib/env";
import { readSignal } from "@/lib/lounge/store";
import { readSelfReport } from "@/lib/security/audit/records";
import { ledgerStore } from "@/lib/store/redis";
import { SHARED, type SharedKind } from "./addresses";
import { ownScanSubject, signalSubject, type Subject, verdictSubject } from "./subjects";

/** What is shared under an id; null where there is nothing, or nothing any more. Throws when the store can't be reached. */
export async function findSubject(kind: SharedKind, id: string): Promise<Subject | null> {
  if (!SHARED[kind].id.test(id)) return null;
  if (kind === "scan") return ownScanSubject(await readSelfReport(), new URL(env().PUBLIC_ORIGIN).host);
  if (kind === "verdict") {
    const verdict = await readVerdictOf(ledgerStore(), id);
    return verdict === null ? null : verdictSubject(verdict.frozen, verdict.outcome);
  }
  const signal = await readSignal(id);
  return signal === null || signal.hidden !== null ? null : signalSubject(signal, UNLOCK.price);
}
