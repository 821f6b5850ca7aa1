import type * as z from "zod";
import type { headline } from "./answers/envelope";

/** A headline for the samples of all routes that show some. */
export const headlineSample: z.input<typeof headline> = {
  title: "Stablecoin issuers welcome the new framework",
  source: "CoinDesk",
  url: "https://www.coindesk.com/policy/2026/10/07/stablecoin-issuers-welcome-the-new-framework",
  publishedAt: "2026-10-07T13:41:53.000Z",
  origin: "live",
  categories: ["crypto", "regulation"],
};
