import { getDefaultAsset as evmAsset } from "@x402/evm";
import { getDefaultAsset as svmAsset } from "@x402/svm";
import { toEventSelector, toFunctionSelector } from "viem";
import { describe, expect, it } from "vitest";
import { BALANCE_OF } from "@/lib/chains/balances";
import {
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_STATE,
  AUTHORIZATION_USED,
  TRANSFER,
} from "@/lib/chains/evm-lookup";
import { NETWORKS } from "@/lib/chains/networks";

describe("networks", () => {
  it.each(["mainnet", "testnet"] as const)("name USDC on %s as the official packages do", (network) => {
    const { evm, solana } = NETWORKS[network];
    const asset = evmAsset(evm.id);
    expect({ usdc: evm.usdc, domain: evm.domain }).toEqual({
      usdc: asset.asset,
      domain: { name: asset.name, version: asset.version },
    });
    expect(solana.usdc).toBe(svmAsset(solana.id).asset);
  });

  it("carry the selectors and topics of EIP-3009 and ERC-20", () => {
    expect(BALANCE_OF).toBe(toFunctionSelector("balanceOf(address)"));
    expect(AUTHORIZATION_STATE).toBe(toFunctionSelector("authorizationState(address,bytes32)"));
    expect(AUTHORIZATION_USED).toBe(toEventSelector("AuthorizationUsed(address,bytes32)"));
    expect(AUTHORIZATION_CANCELED).toBe(toEventSelector("AuthorizationCanceled(address,bytes32)"));
    expect(TRANSFER).toBe(toEventSelector("Transfer(address,address,uint256)"));
  });
});
