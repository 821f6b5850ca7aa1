import type { World } from "@/sandbox/world";
import { CHAINS, type Chain } from "./options";

/** Where keys come from. */
export interface Keyring {
  env: Readonly<Record<string, string | undefined>>;
  /** The running sandbox, if it is what answers: its wallet pays where no key is set. */
  sandbox: World | null;
}

/** Where each chain's key is set. */
export const KEY_NAMES = { base: "BUY_EVM_PRIVATE_KEY", solana: "BUY_SOLANA_PRIVATE_KEY" } as const;

/** The key that is set for a chain. */
export const keyOf = ({ env }: Keyring, chain: Chain): string | undefined =>
  env[KEY_NAMES[chain]]?.trim() || undefined;

/** The chain to pay on: the one that was asked for, else the one whose key is there, else Base. */
export const chainOf = (keyring: Keyring, asked: Chain | undefined): Chain =>
  asked ?? CHAINS.find((chain) => keyOf(keyring, chain) !== undefined) ?? "base";
