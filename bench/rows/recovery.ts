import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { AUTHORIZATION_TYPES, isSignedByKey } from "@/lib/payments/chain/authorization-signature";
import { median } from "../cpu";

const DOMAIN = {
  ...{ name: "USDC", version: "2", chainId: 84532 },
  verifyingContract: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
} as const;
const NONCE = `0x${"07".repeat(32)}` as const;

/** CPU time of telling from its signature who signed an authorization on Base, warm, in milliseconds: median of batches. */
export async function recoveryMs(): Promise<number> {
  const account = privateKeyToAccount(generatePrivateKey());
  const signed = { to: account.address, value: 20_000n, validAfter: 0n, validBefore: 2_000_000_000n };
  const message = { ...signed, from: account.address, nonce: NONCE };
  const signature = await account.signTypedData({
    domain: DOMAIN,
    types: AUTHORIZATION_TYPES,
    primaryType: "TransferWithAuthorization",
    message,
  });
  const { from, to, nonce } = message;
  const authorization = { from, to, nonce, value: "20000", validAfter: "0", validBefore: "2000000000" };
  const batches: number[] = [];
  for (let batch = 0; batch < 6; batch += 1) {
    const before = process.cpuUsage();
    for (let asked = 0; asked < 50; asked += 1)
      if (!(await isSignedByKey(authorization, DOMAIN, signature)))
        throw new Error("the signature is not taken for its signer's");
    const { user, system } = process.cpuUsage(before);
    if (batch > 0) batches.push((user + system) / 1000 / 50);
  }
  return median(batches);
}
