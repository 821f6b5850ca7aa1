/** How a node lies of payments, each by what its chain knows it by. */
export interface NodeLies {
  /** It shows nothing of what stands on the chain. */
  denies(key: string): boolean;
  /** It shows a transaction that never was, where none has landed. */
  invents(key: string): boolean;
  /** Its lists of transactions end so many slots before its bank. */
  historyBehind?: number;
}

export const HONEST: NodeLies = { denies: () => false, invents: () => false };
