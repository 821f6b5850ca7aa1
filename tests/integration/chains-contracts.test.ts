import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createTestClient, http, parseAbi, parseSignature, toHex, type Address, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEvmChain, type EvmChain } from "@/sandbox/chains/evm/chain";
import { connection, newWallet, reader } from "@/sandbox/chains/evm/client";
import { installContracts } from "@/sandbox/chains/evm/install";
import { CHAIN_ID, MULTICALL3_ADDRESS, USDC_ADDRESS, USDC_DOMAIN } from "@/sandbox/chains/evm/network";
import { mintUsdc, usdcBalance } from "@/sandbox/chains/evm/usdc";

const ABI = parseAbi([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function version() view returns (string)",
  "function decimals() view returns (uint8)",
  "function balanceOf(address owner) view returns (uint256)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
  "function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)",
]);
const USDC = { address: USDC_ADDRESS, abi: ABI } as const;
const DOMAIN = { ...USDC_DOMAIN, chainId: CHAIN_ID, verifyingContract: USDC_ADDRESS } as const;
const TERMS = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;
const CANCEL = [
  { name: "authorizer", type: "address" },
  { name: "nonce", type: "bytes32" },
] as const;

let chain: EvmChain;
beforeAll(async () => {
  chain = await startEvmChain({ port: 0 });
});
afterAll(() => chain.close());

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const now = (): bigint => BigInt(Math.floor(Date.now() / 1_000));

/** Terms of a transfer of 100 base units, open for a minute. */
const terms = (
  from: Address,
  changes: Partial<Record<"validAfter" | "validBefore" | "value", bigint>> = {},
) => ({
  from,
  to: newAccount().address,
  value: 100n,
  validAfter: 0n,
  validBefore: now() + 60n,
  nonce: toHex(randomBytes(32)),
  ...changes,
});
type Terms = ReturnType<typeof terms>;

const signTransfer = (payer: ReturnType<typeof newAccount>, message: Terms): Promise<Hex> =>
  payer.signTypedData({
    domain: DOMAIN,
    types: { TransferWithAuthorization: TERMS },
    primaryType: "TransferWithAuthorization",
    message,
  });

const inOrder = (t: Terms) => [t.from, t.to, t.value, t.validAfter, t.validBefore, t.nonce] as const;

/** Sends a transfer by its bytes signature and waits for it. Rejects with the contract's reason. */
async function transfer(message: Terms, signature: Hex): Promise<void> {
  const wallet = await newWallet(chain);
  const hash = await wallet.writeContract({
    ...USDC,
    functionName: "transferWithAuthorization",
    args: [...inOrder(message), signature],
  });
  await wallet.waitForTransactionReceipt({ hash });
}

describe("the compiled contracts", () => {
  it("are what the compiler makes of the sources beside them", async () => {
    const folder = new URL("../../sandbox/chains/contracts/", import.meta.url);
    const { compile } = await import(new URL("compile.mjs", folder).href);
    const compiled = Object.entries(compile());
    expect(compiled.length).toBeGreaterThan(0);
    for (const [name, artifact] of compiled) {
      const committed: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
      expect(committed, name).toEqual(artifact);
    }
  });
});

describe("the local USDC", () => {
  it("stands at its address with the name and version that signatures are bound to", async () => {
    const read = reader(chain);
    const { name, version } = USDC_DOMAIN;
    expect(await read.readContract({ ...USDC, functionName: "name" })).toBe(name);
    expect(await read.readContract({ ...USDC, functionName: "version" })).toBe(version);
    expect(await read.readContract({ ...USDC, functionName: "symbol" })).toBe("USDC");
    expect(await read.readContract({ ...USDC, functionName: "decimals" })).toBe(6);
  });

  it("takes both forms of signature, each authorization once", async () => {
    const payer = newAccount();
    await mintUsdc(chain, payer.address, 200n);
    const [first, second] = [terms(payer.address), terms(payer.address)];
    await transfer(first, await signTransfer(payer, first));
    const { v, r, s } = parseSignature(await signTransfer(payer, second));
    const wallet = await newWallet(chain);
    const hash = await wallet.writeContract({
      ...USDC,
      functionName: "transferWithAuthorization",
      args: [...inOrder(second), Number(v), r, s],
    });
    await wallet.waitForTransactionReceipt({ hash });
    expect(await usdcBalance(chain, first.to)).toBe(100n);
    expect(await usdcBalance(chain, second.to)).toBe(100n);
    await expect(transfer(first, await signTransfer(payer, first))).rejects.toThrow(
      "FiatTokenV2: authorization is used or canceled",
    );
  });

  it("says in the real contract's words why it refuses", async () => {
    const payer = newAccount();
    await mintUsdc(chain, payer.address, 100n);
    const refusal = async (changes: Parameters<typeof terms>[1]): Promise<void> => {
      const message = terms(payer.address, changes);
      await transfer(message, await signTransfer(payer, message));
    };
    await expect(refusal({ validAfter: now() + 30n })).rejects.toThrow(
      "FiatTokenV2: authorization is not yet valid",
    );
    await expect(refusal({ validBefore: now() - 5n })).rejects.toThrow(
      "FiatTokenV2: authorization is expired",
    );
    await expect(refusal({ value: 101n })).rejects.toThrow("ERC20: transfer amount exceeds balance");
    const message = terms(payer.address);
    await expect(transfer(message, await signTransfer(newAccount(), message))).rejects.toThrow(
      "FiatTokenV2: invalid signature",
    );
    expect(await usdcBalance(chain, payer.address)).toBe(100n);
  });

  it("refuses the mirrored form of a signature, which anybody could make of it", async () => {
    const payer = newAccount();
    await mintUsdc(chain, payer.address, 100n);
    const message = terms(payer.address);
    const { r, s, yParity } = parseSignature(await signTransfer(payer, message));
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const mirrored = toHex(order - BigInt(s), { size: 32 });
    const signature = `${r}${mirrored.slice(2)}${yParity === 0 ? "1c" : "1b"}` as const;
    await expect(transfer(message, signature)).rejects.toThrow("ECRecover: invalid signature 's' value");
  });

  it("asks a wallet that is a contract (EIP-1271) whether it signed", async () => {
    const test = createTestClient({ ...connection(chain), mode: "anvil", transport: http(chain.rpcUrl) });
    // Both answer every call with one word: the EIP-1271 magic value, and zero.
    const [accepts, refuses] = [newAccount().address, newAccount().address];
    await test.setCode({ address: accepts, bytecode: "0x631626ba7e60e01b5f5260205ff3" });
    await test.setCode({ address: refuses, bytecode: "0x5f5f5260205ff3" });
    await mintUsdc(chain, accepts, 100n);
    await mintUsdc(chain, refuses, 100n);
    const signature = toHex(randomBytes(96));

    const accepted = terms(accepts);
    await transfer(accepted, signature);
    expect(await usdcBalance(chain, accepted.to)).toBe(100n);
    await expect(transfer(terms(refuses), signature)).rejects.toThrow("FiatTokenV2: invalid signature");
  });

  it("lets only the payee receive what was authorized for receiving", async () => {
    const payer = newAccount();
    await mintUsdc(chain, payer.address, 100n);
    const payee = await newWallet(chain);
    const message = { ...terms(payer.address), to: payee.account.address };
    const signature = await payer.signTypedData({
      domain: DOMAIN,
      types: { ReceiveWithAuthorization: TERMS },
      primaryType: "ReceiveWithAuthorization",
      message,
    });
    const call = {
      ...USDC,
      functionName: "receiveWithAuthorization",
      args: [...inOrder(message), signature],
    } as const;
    const stranger = await newWallet(chain);
    await expect(stranger.writeContract(call)).rejects.toThrow("FiatTokenV2: caller must be the payee");
    await payee.waitForTransactionReceipt({ hash: await payee.writeContract(call) });
    expect(await usdcBalance(chain, payee.account.address)).toBe(100n);
  });

  it("lets only the payer cancel, once", async () => {
    const payer = newAccount();
    const wallet = await newWallet(chain);
    const nonce = toHex(randomBytes(32));
    const cancelBy = async (signer: typeof payer): Promise<void> => {
      const signature = await signer.signTypedData({
        domain: DOMAIN,
        types: { CancelAuthorization: CANCEL },
        primaryType: "CancelAuthorization",
        message: { authorizer: payer.address, nonce },
      });
      const args = [payer.address, nonce, signature] as const;
      const hash = await wallet.writeContract({ ...USDC, functionName: "cancelAuthorization", args });
      await wallet.waitForTransactionReceipt({ hash });
    };
    const state = { ...USDC, functionName: "authorizationState", args: [payer.address, nonce] } as const;
    await expect(cancelBy(newAccount())).rejects.toThrow("FiatTokenV2: invalid signature");
    expect(await reader(chain).readContract(state)).toBe(false);
    await cancelBy(payer);
    expect(await reader(chain).readContract(state)).toBe(true);
    await expect(cancelBy(payer)).rejects.toThrow("FiatTokenV2: authorization is used or canceled");
  });

  it("keeps its balances when the contracts are installed again", async () => {
    const owner = newAccount().address;
    await mintUsdc(chain, owner, 7n);
    await installContracts(chain.rpcUrl);
    expect(await usdcBalance(chain, owner)).toBe(7n);
  });
});

describe("the local Multicall3", () => {
  it("answers viem's multicall, failures beside answers", async () => {
    const owner = newAccount().address;
    await mintUsdc(chain, owner, 42n);
    const results = await reader(chain).multicall({
      contracts: [
        { ...USDC, functionName: "balanceOf", args: [owner] },
        { abi: ABI, address: MULTICALL3_ADDRESS, functionName: "name" }, // it has none
        { ...USDC, functionName: "name" },
      ],
    });
    expect(results.map(({ status }) => status)).toEqual(["success", "failure", "success"]);
    expect(results[0].result).toBe(42n);
    expect(results[2].result).toBe("USDC");
  });
});

describe("the chain's clock", () => {
  it("goes on while nobody sends anything, so that authorizations expire", async () => {
    const read = reader(chain);
    const before = await read.getBlock();
    await expect
      .poll(async () => (await read.getBlock()).number, { timeout: 6_000 })
      .toBeGreaterThan(before.number);
    const { timestamp } = await read.getBlock();
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(4);
  });
});
