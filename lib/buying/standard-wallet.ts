import type { getWallets } from "@wallet-standard/app";
import { isRecord } from "@/lib/is-record";

export type StandardWallet = ReturnType<ReturnType<typeof getWallets>["get"]>[number];
export type StandardAccount = StandardWallet["accounts"][number];

interface ConnectFeature {
  connect(): Promise<{ accounts: readonly StandardAccount[] }>;
}

/** A feature whose function is there; what it takes and gives is the standard's to promise. */
export function featureOf<T>(wallet: StandardWallet, name: string, method: keyof T & string): T | null {
  const feature: unknown = Reflect.get(wallet.features, name);
  return isRecord(feature) && typeof feature[method] === "function" ? (feature as T) : null;
}

export const connectOf = (wallet: StandardWallet): ConnectFeature | null =>
  featureOf<ConnectFeature>(wallet, "standard:connect", "connect");
