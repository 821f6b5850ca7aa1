import { readAs } from "@/components/reading/read-as";
import type { TokenBurnsAnswer } from "@/lib/token/burns/answer";
import type { TcxCreditsAnswer } from "@/lib/token/credits/answer";
import type { TokenPayAnswer } from "@/lib/token/pay/answer";

export const readCredits = readAs<TcxCreditsAnswer>("tiers");
export const readBurns = readAs<TokenBurnsAnswer>("burns");
export const readTokenPay = readAs<TokenPayAnswer>("offered");

export type Token = NonNullable<TcxCreditsAnswer["token"]>;
export type Holders = NonNullable<TcxCreditsAnswer["holders"]>;
export type Burn = TokenBurnsAnswer["burns"][number];
