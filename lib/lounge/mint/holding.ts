import { base64ToBytes } from "@/lib/http/base64";
import { getAddressDecoder } from "@solana/kit";
import type { ChainAccount } from "@/lib/chains/token-mint";

/** `spl_token::state::Account`, at the beginning of those of both token programs. */
const AT = { mint: 0, owner: 32, amount: 64, end: 165 } as const;

/** What keeps a token account from being the creator's that holds the mint's one token, in words; null when nothing does. */
export function objectionToHolding(
  account: ChainAccount | null,
  { program, mint, creator }: { program: string; mint: string; creator: string },
): string | null {
  const elsewhere = "The signal's creator does not hold it.";
  if (account === null || account.owner !== program) return elsewhere;
  const data = base64ToBytes(account.data);
  if (data.length < AT.end) return elsewhere;
  const key = (at: number): string => getAddressDecoder().decode(data, at);
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(AT.amount, true);
  return key(AT.mint) === mint && key(AT.owner) === creator && amount === 1n ? null : elsewhere;
}
