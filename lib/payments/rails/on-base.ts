/** What takes payments on Base: x402's `exact`. */
export { readEvmPayment } from "./x402/evm-payment";
export { evmRail } from "./x402/evm-verify";
