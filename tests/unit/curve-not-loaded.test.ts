import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { randomHex } from "@/lib/http/digest";
import { AUTHORIZATION_TYPES, isSignedByKey } from "@/lib/chains/authorization-signature";
import { NETWORKS } from "@/lib/chains/networks";

const { evm } = NETWORKS.testnet;
const DOMAIN = { ...evm.domain, chainId: 84_532, verifyingContract: evm.usdc as `0x${string}` }; // an address, as all of that table

const curve = vi.hoisted(() => ({ isOut: false }));
vi.mock("@noble/curves/secp256k1", async (load) => {
  const real = await load<object>();
  return {
    ...real,
    get secp256k1(): unknown {
      if (curve.isOut) throw new Error("the file is not there");
      return (real as Record<string, unknown>)["secp256k1"];
    },
  };
});

const account = privateKeyToAccount(generatePrivateKey());

async function payment() {
  const message = {
    ...{ from: account.address, to: account.address, nonce: `0x${randomHex(32)}` as const },
    ...{ value: "20000", validAfter: "0", validBefore: "1800000000" },
  } as const;
  const signature = await account.signTypedData({
    ...{ domain: DOMAIN, types: AUTHORIZATION_TYPES, primaryType: "TransferWithAuthorization" },
    message: {
      ...message,
      ...{ value: BigInt(message.value), validAfter: 0n, validBefore: BigInt(message.validBefore) },
    },
  });
  return { message, signature };
}

describe("a signature, while the curve can't be loaded", () => {
  beforeEach(() => {
    curve.isOut = true;
  });
  afterEach(() => {
    curve.isOut = false;
  });

  it("of a payment is not called another's, and is known as soon as it can be", async () => {
    const { message, signature } = await payment();
    await expect(isSignedByKey(message, DOMAIN, signature)).rejects.toThrow("not there");
    curve.isOut = false;
    expect(await isSignedByKey(message, DOMAIN, signature)).toBe(true);
  });

  it("of a sign-in likewise", async () => {
    vi.resetModules(); // nothing of the curve is loaded
    const { isSignedByEvm } = await import("@/lib/payments/wallet-proof/evm-signature");
    const text = "svc.example.com wants you to sign in";
    const signature = await account.signMessage({ message: text });
    const isSigned = () => isSignedByEvm(text, account.address, signature, () => Promise.resolve());
    await expect(isSigned()).rejects.toThrow("not there");
    curve.isOut = false;
    expect(await isSigned()).toBe(true);
  });
});
