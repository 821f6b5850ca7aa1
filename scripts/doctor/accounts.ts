import * as z from "zod";
import type { Env } from "../../lib/env";
import { rpcClient } from "../../lib/chains/json-rpc";
import { commandToCreate, lookAtReceivingAccount } from "../../lib/chains/receiving-account";
import { NETWORKS } from "../../lib/chains/networks";
import { about, briefly, type Finding } from "./finding";

const { failure, warning, fine } = about("accounts");

/** `isBlacklisted(address)` of USDC's contract. */
const IS_BLACKLISTED = "0xfe575a87";
/** How a smart account that an EOA delegated to begins (EIP-7702). */
const DELEGATION = "0xef0100";
const Data = z.string().regex(/^0x[0-9a-fA-F]*$/);

/** Returns whether the account that receives USDC on Solana can receive. No buyer's payment makes it. */
export async function solanaAccountFindings(settings: Env): Promise<Finding[]> {
  const { NETWORK, SOLANA_PAY_TO: owner, SOLANA_RPC_URL: url } = settings;
  if (owner === undefined || url === undefined) return [];
  const mint = NETWORKS[NETWORK].solana.usdc;
  const found = await lookAtReceivingAccount(rpcClient(url), owner, mint).catch(() => null);
  switch (found?.kind) {
    case undefined:
      return []; // the settings' own check says that it is no address
    case "missing":
      return [
        failure(
          `SOLANA_PAY_TO has no USDC account on ${NETWORK}, so every payment on Solana would fail. Make it, once: ${commandToCreate(owner, mint)}`,
        ),
      ];
    case "frozen":
      return [
        failure(
          "SOLANA_PAY_TO's USDC account is frozen: no payment reaches it. Receive with another wallet.",
        ),
      ];
    case "another's":
      return [
        failure(
          "SOLANA_PAY_TO's USDC account was given to another wallet, which would get the payments. Receive with another wallet.",
        ),
      ];
    case "unknown":
      return [warning("not checked whether SOLANA_PAY_TO has a USDC account: SOLANA_RPC_URL did not say.")];
    case "ready":
      return [fine("SOLANA_PAY_TO has its USDC account")];
  }
}

/** Returns whether the address on Base is a plain wallet that USDC's issuer lets receive. */
export async function evmAccountFindings(settings: Env): Promise<Finding[]> {
  const { NETWORK, EVM_PAY_TO: owner, EVM_RPC_URL: url } = settings;
  if (owner === undefined || url === undefined) return [];
  const ask = rpcClient(url);
  const findings: Finding[] = [];
  try {
    const code = Data.parse(await ask("eth_getCode", [owner, "latest"]));
    if (code !== "0x" && !code.startsWith(DELEGATION))
      findings.push(warning("EVM_PAY_TO is a contract on Base: make sure that you can move USDC out of it."));
    else findings.push(fine("EVM_PAY_TO is a wallet"));
  } catch (error) {
    return [warning(`not checked whether EVM_PAY_TO is a wallet (${briefly(error)}).`)];
  }
  try {
    const data = IS_BLACKLISTED + owner.slice(2).toLowerCase().padStart(64, "0");
    const call = { to: NETWORKS[NETWORK].evm.usdc, data };
    if (BigInt(Data.parse(await ask("eth_call", [call, "latest"]))) !== 0n)
      findings.push(
        failure("EVM_PAY_TO is on USDC's blacklist: no payment reaches it. Receive with another wallet."),
      );
    else findings.push(fine("EVM_PAY_TO is not on USDC's blacklist"));
  } catch {
    findings.push(fine("can't tell whether EVM_PAY_TO is on USDC's blacklist: the contract did not say"));
  }
  return findings;
}
