import { env } from "@/lib/env";
import type { OwnToken } from "@/lib/payments/token/own-token";

/** The tiers of access; deeper ones are the token's holders'. */
export type Tier = "Guest" | "Deluxe" | "Executive" | "President";

type Decimals = Pick<OwnToken, "decimals">;

const units = ({ decimals }: Decimals, whole: number): bigint => BigInt(whole) * 10n ** BigInt(decimals);

/** The holders' tiers, lowest first, with the base units from which each is had. */
export function holderTiers(token: Decimals): { tier: Tier; from: bigint }[] {
  const { TOKEN_DELUXE_FROM, TOKEN_EXECUTIVE_FROM, TOKEN_PRESIDENT_FROM } = env();
  return [
    { tier: "Deluxe", from: units(token, TOKEN_DELUXE_FROM) },
    { tier: "Executive", from: units(token, TOKEN_EXECUTIVE_FROM) },
    { tier: "President", from: units(token, TOKEN_PRESIDENT_FROM) },
  ];
}

/** The tier of whoever holds so many base units that count. */
export const tierOf = (token: Decimals, counted: bigint): Tier =>
  holderTiers(token).findLast(({ from }) => counted >= from)?.tier ?? "Guest";

/** Base units from which raw desks are free: with less, tokens could be spread over any number of wallets. */
export const holderFrom = (token: Decimals): bigint => units(token, env().TOKEN_HOLDER_FROM);

/** Whether raw desks are free for whoever holds so many base units that count. */
export const isHolder = (token: Decimals, counted: bigint): boolean => counted >= holderFrom(token);
