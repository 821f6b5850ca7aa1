import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChallenge } from "@/components/pay/offers";
import { textToBase64 } from "@/lib/http/base64";
import { NETWORKS } from "@/lib/chains/networks";

const PAY_TO = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const challenge = (...accepts: Record<string, unknown>[]): string =>
  textToBase64(
    JSON.stringify({
      x402Version: 2,
      resource: { url: "https://example.test/api/x" },
      accepts: accepts.map((accepted) => ({
        scheme: "exact",
        amount: "20000",
        payTo: PAY_TO,
        maxTimeoutSeconds: 120,
        extra: {},
        ...accepted,
      })),
    }),
  );

describe("a PAYMENT-REQUIRED header in words", () => {
  it("names the chain, the dollars and the window of each offer, in the challenge's order", async () => {
    const { evm, solana } = NETWORKS.testnet;
    const { offers } = await readChallenge(
      challenge(
        { network: evm.id, asset: evm.usdc },
        { network: solana.id, asset: solana.usdc, maxTimeoutSeconds: 60, amount: "250000" },
      ),
    );
    expect(offers).toEqual([
      {
        network: "Base Sepolia",
        networkId: "eip155:84532",
        amount: "0.02 USDC",
        asset: evm.usdc,
        payTo: PAY_TO,
        windowSec: 120,
      },
      {
        network: "Solana Devnet",
        networkId: solana.id,
        amount: "0.25 USDC",
        asset: solana.usdc,
        payTo: PAY_TO,
        windowSec: 60,
      },
    ]);
  });

  it("never calls another asset USDC, whatever it says of itself", async () => {
    const { offers } = await readChallenge(
      challenge({ network: NETWORKS.mainnet.evm.id, asset: PAY_TO, extra: { name: "USD Coin" } }),
    );
    expect(offers[0]).toMatchObject({ network: "Base", amount: "20000 base units" });
  });

  it("never gives a testnet's USDC the name of the one on another network", async () => {
    const { offers } = await readChallenge(
      challenge({ network: NETWORKS.mainnet.evm.id, asset: NETWORKS.testnet.evm.usdc }),
    );
    expect(offers[0]?.amount).toBe("20000 base units");
  });

  it("shows the id of a chain that it does not know", async () => {
    const { offers } = await readChallenge(challenge({ network: "eip155:1", asset: PAY_TO }));
    expect(offers[0]?.network).toBe("eip155:1");
  });

  it("shows the header's whole content as JSON", async () => {
    const { json } = await readChallenge(challenge({ network: "eip155:1", asset: PAY_TO }));
    expect(JSON.parse(json)).toMatchObject({ x402Version: 2, accepts: [{ amount: "20000" }] });
  });

  it.each([
    ["text that is not base64", "%%%"],
    ["base64 of something that is not JSON", textToBase64("402")],
    ["another protocol version", textToBase64(JSON.stringify({ x402Version: 1, accepts: [] }))],
    [
      "an amount of USDC that is no whole number of base units",
      challenge({ network: "eip155:8453", asset: NETWORKS.mainnet.evm.usdc, amount: "0.02" }),
    ],
  ])("refuses %s", async (_what, header) => {
    await expect(readChallenge(header)).rejects.toThrow();
  });

  it("refuses whatever is not a challenge", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json().map(textToBase64)), async (header) => {
        await expect(readChallenge(header)).rejects.toThrow();
      }),
    );
  });
});
