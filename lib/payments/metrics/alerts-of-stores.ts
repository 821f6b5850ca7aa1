import { isLasting, type Probed } from "@/lib/store/probe";
import { type Condition, isoOf, percent } from "./alert";

const NEARLY_FULL = 0.7;
const FULL = 0.95;
const FULL_IN_DAYS = 14;
const SOON_DAYS = 3;
const CLOCK_MS = 2_000;
const RUNBOOK = "docs/operations/stores.md";

const sinceOf = ({ failingSince }: Probed) => ({ since: isoOf(failingSince ?? undefined) });

/** Ledger, cache, their room and their clock. */
export const STORES: readonly Condition[] = [
  ({ health: { ledger } }) =>
    !isLasting(ledger) || ledger.fault === "full"
      ? null
      : {
          ...{ name: "ledger_down", severity: "critical", ...sinceOf(ledger), value: ledger.fault },
          message: `The ledger takes no writes (${ledger.fault}): nothing is sold. \`read_only\` is a replica or a failed save, \`refuses_login\` a wrong token. Mend the store; the service then sells again by itself.`,
          runbook: RUNBOOK,
        },
  ({ health, ledger }) => {
    const isRefusing = health.ledger.fault === "full";
    const share = ledger?.usedShare ?? 0;
    return !isRefusing && share < FULL
      ? null
      : {
          ...{ name: "ledger_full", severity: "critical", ...sinceOf(health.ledger) },
          ...{ value: isRefusing ? "full" : share, threshold: FULL },
          message: `The ledger's database is ${isRefusing ? "full, and refuses writes" : `${percent(share)} full`}: ${isRefusing ? "nothing is sold" : "soon nothing is sold"}. Take a larger database and set LEDGER_CAPACITY_BYTES.`,
          runbook: RUNBOOK,
        };
  },
  ({ ledger }) =>
    ledger === null || ledger.usedShare < NEARLY_FULL || ledger.usedShare >= FULL
      ? null
      : {
          ...{ name: "ledger_nearly_full", severity: "warning" },
          ...{ value: ledger.usedShare, threshold: NEARLY_FULL },
          message: `The ledger's database is ${percent(ledger.usedShare)} full, and a full one stops sales. Export the journal (${ledger.journalDays} days wait) and let it go, or take a larger database and set LEDGER_CAPACITY_BYTES.`,
          runbook: "docs/operations/operators.md#sales-journal",
        },
  ({ fullInDays: days, ledger }) =>
    days === null || days >= FULL_IN_DAYS || (ledger?.usedShare ?? 0) >= FULL
      ? null
      : {
          ...{ name: "ledger_fills_in", severity: days < SOON_DAYS ? "critical" : "warning" },
          ...{ value: Math.round(days * 10) / 10, threshold: FULL_IN_DAYS },
          message: `At the rate of the last days the ledger's database is full in ${Math.round(days * 10) / 10} days, and a full one stops sales. Take a larger one and set LEDGER_CAPACITY_BYTES.`,
          runbook: RUNBOOK,
        },
  ({ health: { cache } }) =>
    !isLasting(cache)
      ? null
      : {
          ...{ name: "cache_down", severity: "warning", ...sinceOf(cache), value: cache.fault },
          message: `The cache does not answer (${cache.fault}): sales go on, slower, and counts are lost.`,
          runbook: RUNBOOK,
        },
  ({ health: { ledger } }) =>
    ledger.clockOffMs === null || Math.abs(ledger.clockOffMs) <= CLOCK_MS
      ? null
      : {
          ...{ name: "clock_off", severity: "warning", threshold: CLOCK_MS },
          value: Math.round(ledger.clockOffMs),
          message: `The ledger's clock and this machine's differ by ${Math.round(Math.abs(ledger.clockOffMs) / 1000)} seconds. Set the machine's by NTP: offers run out by it.`,
          runbook: RUNBOOK,
        },
];
