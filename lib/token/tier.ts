import { env } from "@/lib/env";
import type { OwnToken } from "@/lib/payments/token/own-token";

/** The tiers of access; deeper ones are the token's holders'. */
export type Tier = "Guest" | "Deluxe" | "Executive" | "President";

/** The holders' tiers, lowest first, with the base units from which each is had. */
export function holderTiers({ decimals }: Pick<OwnToken, "decimals">): { tier: Tier; from: bigint }[] {
  const { TOKEN_DELUXE_FROM, TOKEN_EXECUTIVE_FROM, TOKEN_PRESIDENT_FROM } = env();
  const units = (whole: number): bigint => BigInt(whole) * 10n ** BigInt(decimals);
  return [
    { tier: "Deluxe", from: units(TOKEN_DELUXE_FROM) },
    { tier: "Executive", from: units(TOKEN_EXECUTIVE_FROM) },
    { tier: "President", from: units(TOKEN_PRESIDENT_FROM) },
  ];
}

/** The tier of whoever holds so many base units. */
export const tierOf = (token: Pick<OwnToken, "decimals">, balance: bigint): Tier =>
  holderTiers(token).findLast(({ from }) => balance >= from)?.tier ?? "Guest";
