/**
 * What looks like an address of Solana or an EVM chain: enough to ask the service, which judges checksums and bytes
 * before anybody pays.
 */
export const looksLikeWallet = (text: string): boolean =>
  /^0x[0-9a-fA-F]{40}$/.test(text) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text);

export type Chain = "sol" | "evm";

export const looksLikeWalletOn = (chain: Chain, text: string): boolean =>
  looksLikeWallet(text) && text.startsWith("0x") === (chain === "evm");

const HEAD = 6;
const TAIL = 6;

const cut = (wallet: string, more: number): string =>
  HEAD + TAIL + more * 2 >= wallet.length - 1
    ? wallet
    : `${wallet.slice(0, HEAD + more)}…${wallet.slice(-TAIL - more)}`;

/**
 * Short forms of the wallets that stand on one page. Anybody can make a wallet that begins and ends like another's:
 * where two here would look the same, more of both is shown, and all of it if need be.
 */
export function shortWallets(wallets: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(wallets)];
  return new Map(
    all.map((wallet) => {
      const others = all.filter((other) => other !== wallet);
      let more = 0;
      while (cut(wallet, more) !== wallet && others.some((other) => alike(wallet, other, more))) more += 2;
      return [wallet, cut(wallet, more)];
    }),
  );
}

/** As the eye compares: capitals are no difference that anybody sees at a glance. */
const alike = (one: string, other: string, more: number): boolean =>
  cut(one, more).toLowerCase() === cut(other, more).toLowerCase();

/** One wallet by itself. */
export const shortWallet = (wallet: string): string => cut(wallet, 0);
