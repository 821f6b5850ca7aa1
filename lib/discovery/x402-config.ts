import type { AnswerOf } from "../catalog/define";
import { USDC_DECIMALS } from "../catalog/money";
import type { FacilitatorRole } from "../payments/facilitators/list";
import { MAX_TIMEOUT_SECONDS, NETWORKS } from "@/lib/chains/networks";
import { receiptEntry } from "../payments/receipts/entry";
import { resourcesEntry } from "../resources/resources/entry";
import type { x402ConfigEntry } from "../resources/x402-config/entry";
import { documentsOf } from "./documents";
import type { Site } from "./site";

export type X402Config = AnswerOf<typeof x402ConfigEntry>;
type HolderTerms = NonNullable<X402Config["token"]["holders"]>;
type Network = X402Config["networks"][number];

/** What is paid with, beside what documents say of the service. */
export interface Payments {
  facilitators: readonly { name: FacilitatorRole; url: string }[];
  /** The Solana fee payer that a 402 would name, or null: then it offers Base alone. */
  feePayer: string | null;
  /** Whether offers and receipts are signed. */
  signed: boolean;
  /** What the own token's holders have; null before its launch. */
  holders: HolderTerms | null;
}

const CHAIN_NAMES: Readonly<Record<string, string>> = {
  [NETWORKS.mainnet.evm.id]: "Base",
  [NETWORKS.testnet.evm.id]: "Base Sepolia",
  [NETWORKS.mainnet.solana.id]: "Solana",
  [NETWORKS.testnet.solana.id]: "Solana Devnet",
};

function networksOf({ merchant }: Site, feePayer: string | null): Network[] {
  const { evm, solana } = merchant.networks;
  const usdc = { symbol: "USDC", decimals: USDC_DECIMALS } as const;
  return [
    {
      network: evm.id,
      name: CHAIN_NAMES[evm.id] ?? evm.id,
      offered: merchant.evmPayTo !== undefined,
      payTo: merchant.evmPayTo ?? null,
      schemes: ["exact"],
      maxTimeoutSeconds: MAX_TIMEOUT_SECONDS.evm,
      assets: [{ ...usdc, address: evm.usdc, eip712: evm.domain }],
    },
    {
      network: solana.id,
      name: CHAIN_NAMES[solana.id] ?? solana.id,
      offered: merchant.solanaPayTo !== undefined && feePayer !== null,
      payTo: merchant.solanaPayTo ?? null,
      schemes: ["exact"],
      maxTimeoutSeconds: MAX_TIMEOUT_SECONDS.solana,
      assets: [{ ...usdc, address: solana.usdc, eip712: null }],
    },
  ];
}

const NO_TERMS = "It has no amounts and no terms of settlement here: USDC is taken instead.";

/** What a list of payment options may name, and no 402 of this service ever offers. */
const NOT_OFFERED: X402Config["notOffered"] = [
  { what: "USDG", about: NO_TERMS },
  { what: "USDT", about: NO_TERMS },
  {
    what: "three further networks",
    about: "Nothing is settled on any but those in `networks`; no terms exist for others.",
  },
];

function extensionsOf(signed: boolean): X402Config["extensions"] {
  const offerReceipt = {
    name: "offer-receipt",
    where: "challenge",
    about: "Signed offers, and a signed receipt of each payment.",
  } as const;
  return [
    { name: "bazaar", where: "challenge", about: "How a route is called and what it answers." },
    {
      name: "payment-identifier",
      where: "challenge",
      about: "A key of the client's own: a second payment under it gets the first one's answer, uncharged.",
    },
    ...(signed ? [offerReceipt] : []),
    {
      name: "sign-in-with-x",
      where: "request",
      about:
        "The header SIGN-IN-WITH-X proves the paying wallet, for receipts and lost answers, and the wallet that claims to hold the service's token.",
    },
  ];
}

/** How the service is paid (`GET /api/x402-config`). */
export function x402ConfigOf(site: Site, { facilitators, feePayer, signed, holders }: Payments): X402Config {
  const { origin, merchant, mpp } = site;
  const { usdc, mppName } = merchant.networks.solana;
  const networks = networksOf(site, feePayer);
  return {
    ok: true,
    x402Version: 2,
    networks,
    notOffered: NOT_OFFERED,
    facilitators: facilitators.map(({ name, url }) => ({ role: name, host: new URL(url).host })),
    mpp: {
      // As challenge.ts does: beside x402, never alone.
      offered: mpp && networks.some(({ offered }) => offered),
      method: "solana",
      intent: "charge",
      network: mppName,
      currency: usdc,
    },
    extensions: extensionsOf(signed),
    receipts: {
      signed,
      keysUrl: `${origin}/.well-known/jwks.json`,
      lookupUrl: origin + receiptEntry.path,
    },
    token: holders === null ? { launched: false } : { launched: true, holders },
    resourcesUrl: origin + resourcesEntry.path,
    documents: documentsOf(site).map(({ path, type, title }) => ({ title, url: origin + path, type })),
  };
}
