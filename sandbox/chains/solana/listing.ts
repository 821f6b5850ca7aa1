/**
 * A transaction's place on the chain. Agave lists an account's transactions newest first, those of one block by their
 * place in it (`get_confirmed_signatures_for_address2`, ledger/src/blockstore.rs).
 */
export interface Place {
  slot: bigint | number;
  /** In the order in which transactions landed; Infinity behind all of its block. */
  index: number;
}

const isOlder = (a: Place, b: Place): boolean => (a.slot === b.slot ? a.index < b.index : a.slot < b.slot);

/**
 * What of a history, oldest first, lies between two transactions, without them and newest first. They may be of any
 * account, as only their place counts.
 */
export function between<T extends Place>(
  history: readonly T[],
  until: Place | undefined,
  before: Place | undefined,
): T[] {
  const end = before === undefined ? history.length : countWhile(history, (one) => isOlder(one, before));
  const start = until === undefined ? 0 : countWhile(history, (one) => !isOlder(until, one));
  return history.slice(Math.min(start, end), end).reverse();
}

/** For how many, from the first, something holds: by halving, as it holds for none behind them. */
function countWhile<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
