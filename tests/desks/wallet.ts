import { walletDeskWith } from "@/lib/desks/wallet/handler";
import { deskCase } from "../support/desk-matrix";

const SOLANA = "2uZuTQEjcXcR1ESwMdGTpqEwM5PCekEwrSNVRPc1EhS1";
const EVM = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

export const cases = [
  deskCase(
    "wallet with a key",
    walletDeskWith(() => "test-key"),
    { solAddress: SOLANA },
  ),
  deskCase(
    "wallets on both chains",
    walletDeskWith(() => "test-key"),
    { message: `${SOLANA} and ${EVM}` },
  ),
  deskCase(
    "wallet without a key, on Base",
    walletDeskWith(() => undefined),
    { evmAddress: EVM },
  ),
];
