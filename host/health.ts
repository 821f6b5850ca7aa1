import { canSell, lastHealth, type Obstacle } from "@/lib/payments/health/can-sell";
import { probeLedger, type StoreFault } from "@/lib/store/probe";

/** What the host knows of its own process. */
export interface InstanceState {
  started: boolean;
  draining: boolean;
}

/** Why an instance is not ready; those of all instances are `no_facilitator` and `no_chain`. */
type Reason = "starting" | "draining" | Obstacle;

export interface Readiness {
  ready: boolean;
  reasons: readonly Reason[];
  /** 503 where another instance may do better; where `strict`, for every reason. */
  status: 200 | 503;
}

/** Faults of the facilitators and chains are every instance's: to take all instances out would only hide the reason. */
const SHARED: readonly Obstacle[] = ["no_facilitator", "no_chain"];

const told = (reasons: readonly Reason[], strict: boolean): Readiness => {
  const isOut = strict
    ? reasons.length > 0
    : reasons.some((reason) => !SHARED.some((shared) => shared === reason));
  return { ready: reasons.length === 0, reasons, status: isOut ? 503 : 200 };
};

/**
 * Whether this instance works: it has started, is not told to end, and writes to its ledger. Facilitators and chains, by the last
 * look at them, are reasons in the body alone; `strict` waits for a new look, and has them count. A store is probed at most once
 * in five seconds, however many ask. Never throws.
 */
export async function readiness({ started, draining }: InstanceState, strict = false): Promise<Readiness> {
  if (!started) return told(["starting"], strict);
  if (draining) return told(["draining"], strict);
  const looking = canSell();
  const [{ fault }, health] = await Promise.all([probeLedger(), strict ? looking : lastHealth()]);
  probeUntilWell(fault);
  const shared = health?.obstacles.filter((obstacle) => SHARED.includes(obstacle)) ?? [];
  return told([...(fault === null ? [] : [`ledger_${fault}` as const]), ...shared], strict);
}

const RETRY_MS = 30_000;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Probes the ledger again until it answers: an alert rests on two failed probes, and nobody else may ask this process. */
function probeUntilWell(found: StoreFault | null): void {
  if (found === null || retry !== undefined) return;
  retry = setTimeout(() => {
    retry = undefined;
    void probeLedger().then(({ fault }) => probeUntilWell(fault));
  }, RETRY_MS);
  retry.unref();
}
