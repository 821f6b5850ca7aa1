import { documentRoute } from "@/lib/catalog/document";
import { solanaRpcAnswer } from "./answer";
import { solanaRpcEntry } from "./entry";

export const solanaRpcDocumentation = documentRoute(solanaRpcEntry, {
  description:
    "Passes a closed list of Solana's JSON-RPC calls to the service's node, one message a request, for pages of this site: `getLatestBlockhash`, `getSignatureStatuses`, `getMinimumBalanceForRentExemption`, and `getAccountInfo` (encoding base64) of what payments are made in, of token accounts that hold it, and of the addresses at which signals of the lounge are minted; `getTransaction` (base64) of one that moved the service's own token, of which it shows what that did to balances of the token; and `sendTransaction` (base64) of a transaction that everybody has signed and the chain would take, which pays the service in USDC or in its own token, or mints a published signal's certificate, and besides holds memo, compute-budget and Lighthouse instructions alone. Any other method, account or transaction is refused with 403, and so are pages of other sites. It is no node for programs: use one of your own.",
  output: solanaRpcAnswer,
  sample: {
    input: {
      jsonrpc: "2.0",
      id: "1",
      method: "getLatestBlockhash",
      params: [{ commitment: "confirmed" }],
    },
    output: {
      jsonrpc: "2.0",
      id: "1",
      result: {
        context: { slot: 351204118 },
        value: {
          blockhash: "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N",
          lastValidBlockHeight: 329105120,
        },
      },
    },
  },
});
