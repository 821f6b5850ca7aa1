import { titleOf, type Case } from "./case";

/** A few cases of each sort, which every run of the tests goes through; all of them take some minutes. */
const TITLES: readonly string[] = [
  "base, healthy call, ledger INTENT kill-after",
  "base, healthy call, primary settle pause",
  "base, healthy call, ledger SETTLED cut",
  "base, killed after settle, base eth_getBlockByNumber kill-before",
  "base, a third party sent it first, ledger CREDIT lost",
  "base, the payer is a contract, ledger TAKE_SLOT kill-after",
  "solana, healthy call, primary settle refused",
  "solana, killed before settle, solana isBlockhashValid lost",
  "solana, scheduled recovery, ledger HMGET kill-after",
  "solana, the client hangs up during settle",
  "mpp-pull, healthy call, ledger SETTLED late",
  "mpp-pull, the store comes back empty after settle, and the payer proves the wallet, ledger CREDIT in full cut, ledger RELEASED in full 503, ledger SET 503, ledger FULFIL in full twice-first",
  "mpp-push, healthy call, ledger FULFIL kill-after",
  "base, one facilitator lies, and the other is honest, ledger HSET 503, fallback settle 503",
  "base, a settlement is named that never comes, and nobody can make it good, ledger PROVE_LIE kill-after",
  "base, one node of two hides what has moved",
  "base, the chain drops three blocks, and the sale's with them",
  "solana, a settlement is named that never comes, and nobody can make it good, ledger PROVE_LIE lost, ledger HSET cut",
  "own-token, healthy call, solana sendTransaction pause",
  "own-token, a third party sent it first, ledger CREDIT lost",
];

/** Throws when one of them is no case any more: nothing would be tested there. */
export const representative = (cases: readonly Case[]): Case[] =>
  TITLES.map((title) => {
    const found = cases.find((one) => titleOf(one) === title);
    if (found === undefined) throw new Error(`there is no case "${title}"`);
    return found;
  });
