import type { Handler } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { allSwitches } from "../known";
import { switchedOff } from "../list";
import type { showSwitchesEntry } from "./entry";

export const showSwitches: Handler<typeof showSwitchesEntry> = async () => {
  const off = await fromLedger(switchedOff());
  const switches = allSwitches().map(({ kind, name, field }) => {
    const kept = off.get(field);
    const since = kept === undefined ? null : new Date(kept.since).toISOString();
    return { kind, name, off: kept !== undefined, since, by: kept?.by ?? null };
  });
  return { answer: { ok: true, switches }, effects: [] };
};
