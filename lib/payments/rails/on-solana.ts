/** What takes payments on Solana: x402's `exact`, the own token, and MPP's `charge`. */
export { tokenAccountOf } from "@/lib/chains/associated-account";
export { readMppPayment } from "./mpp/mpp-payment";
export { mppRail } from "./mpp/mpp-rail";
export { readTokenPayment } from "./own-token/token-payment";
export { tokenRail } from "./own-token/token-rail";
export { readSolanaPayment } from "./x402/solana-payment";
export { solanaRail } from "./x402/solana-rail";
