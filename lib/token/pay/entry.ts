import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { merchantField } from "../vocabulary";
import type { TokenPayAnswer } from "./answer";

/** The state and the terms of payments in the own token. */
export const tokenPayEntry = defineRoute<TokenPayAnswer>()({
  path: "/api/token-pay",
  method: "GET",
  desk: "token",
  tier: "free",
  summary: "Paying in the service's own token: whether it can be done now, and on what terms",
  input: z.strictObject({ merchant: merchantField.optional() }),
  statuses: [404],
});
