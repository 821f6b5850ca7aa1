import { getBase58Decoder } from "@solana/kit";
import { AccountState } from "@solana-program/token";
import { isRecord } from "@/lib/is-record";
import { TOKEN_PROGRAM } from "./network";
import { integerParam, isGiven, oneOf, type Config } from "./params";
import { invalidParams, RPC_CODES, RpcError } from "./rpc-error";
import { decimalsOf, readMint, readToken, uiTokenAmount } from "./tokens";
import type { Vm, VmAccount } from "./vm";

const ENCODINGS = ["binary", "base58", "base64", "jsonParsed"] as const;
/** Longest data that is written in base58. */
const BASE58_BYTES = 128;
const STATES = {
  [AccountState.Uninitialized]: "uninitialized",
  [AccountState.Initialized]: "initialized",
  [AccountState.Frozen]: "frozen",
};

const option = <T>(value: { __option: "Some"; value: T } | { __option: "None" }): T | null =>
  value.__option === "Some" ? value.value : null;

/** Token accounts and mints by their fields; null for everything else, which is then written as bytes. */
function parsed(vm: Vm, account: VmAccount): unknown {
  // An account with Token-2022 extensions would be told short without them: bytes say everything.
  const plain = account.owner === TOKEN_PROGRAM || account.data.length <= 165;
  const token = plain ? readToken(account) : null;
  const mint = plain ? readMint(account) : null;
  if (token === null && mint === null) return null;
  const program = account.owner === TOKEN_PROGRAM ? "spl-token" : "spl-token-2022";
  const described = (type: string, info: unknown) => ({
    program,
    space: account.data.length,
    parsed: { type, info },
  });
  if (token !== null) {
    const delegate = option(token.delegate);
    const decimals = decimalsOf(vm, token.mint);
    return described("account", {
      mint: token.mint,
      owner: token.owner,
      tokenAmount: uiTokenAmount(token.amount, decimals),
      state: STATES[token.state],
      isNative: token.isNative.__option === "Some",
      ...(delegate && { delegate, delegatedAmount: uiTokenAmount(token.delegatedAmount, decimals) }),
    });
  }
  return (
    mint &&
    described("mint", {
      mintAuthority: option(mint.mintAuthority),
      supply: String(mint.supply),
      decimals: mint.decimals,
      isInitialized: mint.isInitialized,
      freezeAuthority: option(mint.freezeAuthority),
    })
  );
}

function slice(data: Uint8Array, dataSlice: unknown): Uint8Array {
  if (!isGiven(dataSlice)) return data;
  if (!isRecord(dataSlice)) throw invalidParams("Invalid params: dataSlice must be an object");
  const offset = integerParam(dataSlice["offset"], "dataSlice.offset", 0, Number.MAX_SAFE_INTEGER);
  const length = integerParam(dataSlice["length"], "dataSlice.length", 0, Number.MAX_SAFE_INTEGER);
  return data.slice(offset, offset + length);
}

function base58(data: Uint8Array): string {
  if (data.length > BASE58_BYTES) {
    throw new RpcError(
      RPC_CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  return getBase58Decoder().decode(data);
}

/** An account as `getAccountInfo` answers it: `encoding` and `dataSlice` of the configuration are followed. */
export function encodeAccount(vm: Vm, account: VmAccount | null, config: Config): unknown {
  if (account === null) return null;
  const encoding = oneOf(config["encoding"] ?? "binary", ENCODINGS, "encoding");
  const data = slice(account.data, config["dataSlice"]);
  const base64 = (): [string, string] => [Buffer.from(data).toString("base64"), "base64"];
  const written = {
    binary: () => base58(data),
    base58: () => [base58(data), "base58"],
    base64,
    jsonParsed: () => parsed(vm, account) ?? base64(),
  }[encoding]();
  return {
    data: written,
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    rentEpoch: 18_446_744_073_709_551_615n, // rent exempt
    space: BigInt(account.data.length),
  };
}
