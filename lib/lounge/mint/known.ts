import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";

/** Whether a published signal may be minted at an address. What can't be looked up is not known to be one. */
export async function isMintAddress(address: string): Promise<boolean> {
  try {
    const found: unknown = await ledgerStore().hget(keys.loungeMintAddresses(), address);
    return found !== null && found !== undefined;
  } catch (error) {
    log.warn("mint_address_not_looked_up", { why: describe(error) });
    return false;
  }
}
