import { address } from "@solana/kit";
import { parseArgs } from "node:util";
import { defined, portFlag, wholeNumber } from "../../host/flags";
import { run } from "../../host/run";
import { startSolanaChain } from "./chain";
import { TOKEN_PROGRAM } from "./network";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The local Solana chain as a process: --port, --confirm-ms, --finalize-ms, --blockhash-slots, --history-size; --behind-ms begins so
 * far in the past (POST /advance brings it on); --token MINT and --token-decimals make one more token there.
 * Other processes fund accounts with POST /faucet {owner, amount, lamports, mint} at the address that it prints.
 */
await run(async () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      port: text,
      "confirm-ms": text,
      "finalize-ms": text,
      "blockhash-slots": text,
      "history-size": text,
      "behind-ms": text,
      token: text,
      "token-decimals": text,
    },
  });
  const behindMs = wholeNumber("behind-ms", values["behind-ms"], 0, DAY_MS) ?? 0;
  const { rpcUrl, network, usdcMint, createToken, close } = await startSolanaChain({
    port: portFlag(values.port),
    now: () => Date.now() - behindMs,
    ...defined({
      confirmMs: wholeNumber("confirm-ms", values["confirm-ms"], 0, HOUR_MS),
      finalizeMs: wholeNumber("finalize-ms", values["finalize-ms"], 0, HOUR_MS),
      blockhashSlots: wholeNumber("blockhash-slots", values["blockhash-slots"], 1, 100_000),
      historySize: wholeNumber("history-size", values["history-size"], 1, 1_000_000),
    }),
  });
  if (values.token !== undefined)
    createToken({
      mint: address(values.token),
      program: TOKEN_PROGRAM,
      decimals: wholeNumber("token-decimals", values["token-decimals"], 0, 12) ?? 6,
    });
  return { ready: { rpcUrl, network, usdcMint, faucetUrl: `${rpcUrl}/faucet` }, close };
});
