import { now, sleep, within } from "@/lib/time";
import { rpcClient, type RpcClient } from "@/lib/chains/json-rpc";
import type { Read, Reading } from "./funds";

/** Least time between two batches of one instance (ms), and after `FREE` batches within a minute. */
const PACE_MS = 50;
const SLOW_PACE_MS = 250;
const FREE = 300;
const WINDOW_MS = 60_000;

/** Questions in one batch: as many accounts as Solana's `getMultipleAccounts` takes. */
const MOST = 100;

interface Waiting<Q, A> {
  question: Q;
  answer(answer: A): void;
  fail(error: unknown): void;
}

/**
 * Returns a function that asks one question as part of a batch. A used-up budget of batches delays questions and refuses none.
 * `ask` answers the questions in their order. Rejects as `ask` does.
 */
export function batching<Q, A>(ask: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = [];
  let isSending = false;
  let nextAt = 0;
  let window = { until: 0, sent: 0 };

  function paceMs(): number {
    if (now() >= window.until) window = { until: now() + WINDOW_MS, sent: 0 };
    window.sent += 1;
    return window.sent > FREE ? SLOW_PACE_MS : PACE_MS;
  }

  async function send(batch: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await ask(batch.map(({ question }) => question));
      for (const [at, { answer, fail }] of batch.entries()) {
        const own = answers[at];
        if (own === undefined) fail(new Error("the node left out an answer"));
        else answer(own);
      }
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await sleep(Math.max(0, nextAt - now()));
      nextAt = now() + paceMs();
      void send(waiting.splice(0, MOST)); // it reports its failures to those who wait for it
    }
    isSending = false;
  }

  return (question) =>
    new Promise((answer, fail) => {
      waiting.push({ question, answer, fail });
      if (isSending) return;
      isSending = true;
      void drain();
    });
}

/** How long a node may take over a batch (ms). */
const TIMEOUT_MS = 2_500;

/** Makes the readings of single accounts out of a reading of many: each node is asked in batches of its own. */
export function batchedReadings<Account>(
  readAll: (callRpc: RpcClient, accounts: readonly Account[]) => Promise<Reading[]>,
): (account: Account) => Read {
  const byNode = new Map<string, (account: Account) => Promise<Reading>>();
  return (account) => (url) => {
    const ask =
      byNode.get(url) ??
      batching((accounts: Account[]) =>
        within(TIMEOUT_MS, (signal) => readAll(rpcClient(url, signal), accounts)),
      );
    byNode.set(url, ask);
    return ask(account);
  };
}
