import canonicalize from "canonicalize";
import { SERVICES } from "@/lib/catalog/services.generated";
import { OPENAPI_VERSION } from "@/lib/discovery/protocols";
import { env } from "@/lib/env";
import { bytesToBase64Url, textToBase64Url } from "@/lib/http/base64";
import { describe, log } from "@/lib/http/log";
import { keyUrl } from "@/lib/payments/receipts/did";
import { type SigningKey, signingKey } from "@/lib/payments/receipts/signing-key";
import type { AgentCard } from "./answer";
import { type Agent, isProved, linksOf } from "./record";
import { isSapVerified } from "./sap";
import { accountsOf, descriptionOf, erc8004Of } from "./view";

const JSON_MODE = "application/json";
/** Names what the service adds to a card, where its signature covers it. */
const EXTENSION = "urn:svc:agent-identity:1";

type Standard = Omit<
  AgentCard,
  "signatures" | "id" | "verified" | "accounts" | "erc8004" | "services" | "discovery"
>;

/** What the service registered, in the part of the card that A2A defines; addresses as claims or proved ones. */
function registeredIn(agent: Agent) {
  const { sapWallet, sapAgentPda } = agent;
  return {
    ...{ id: agent.id, verified: isProved(agent), accounts: accountsOf(agent) },
    ...erc8004Of(agent),
    ...(isSapVerified(agent) ? { sap: { wallet: sapWallet, agent: sapAgentPda } } : {}),
  };
}

/**
 * The A2A part. It lists no interface of the agent's own, because none is known: what answers is its profile here. No member is
 * empty or what the protocol takes for left out, so that its canonical form is its RFC 8785 JSON as it stands.
 */
function standardCard(agent: Agent): Standard {
  const { PUBLIC_ORIGIN: origin, NEXT_PUBLIC_SERVICE_NAME: service } = env();
  const { profileUrl } = linksOf(agent.id);
  return {
    name: agent.name,
    description: descriptionOf(agent),
    supportedInterfaces: [
      { url: profileUrl, protocolBinding: "https://spec.openapis.org/oas", protocolVersion: OPENAPI_VERSION },
    ],
    version: "1.0.0",
    documentationUrl: `${origin}/llms.txt`,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [
        {
          uri: EXTENSION,
          description: `What ${service} registered of this agent. An address with verified false is whoever's claim.`,
          params: registeredIn(agent),
        },
      ],
    },
    defaultInputModes: [JSON_MODE],
    defaultOutputModes: [JSON_MODE],
    skills: [
      {
        id: "public-identity",
        name: "Public identity",
        description: `Says by which wallets the agent is known, as registered at ${service}, and which of them are proved.`,
        tags: ["identity"],
      },
    ],
    iconUrl: `${origin}/icon.svg`,
  };
}

/** What every signature's header says, by the key that makes it. */
const headers = new WeakMap<SigningKey, string>();

function protectedBy(key: SigningKey): string {
  const found = headers.get(key);
  if (found !== undefined) return found;
  const origin = env().PUBLIC_ORIGIN;
  const header = {
    ...{ alg: "EdDSA", typ: "JOSE", kid: keyUrl(origin, key.publicJwk.kid) },
    jku: `${origin}/.well-known/jwks.json`,
  };
  const text = textToBase64Url(JSON.stringify(header));
  headers.set(key, text);
  return text;
}

/**
 * The service's signature (A2A 1.0: a JWS over the RFC 8785 JSON of the card without signatures), none without a key, and null
 * where it fails. It says what is registered here, and no more.
 */
async function signaturesOf(card: Standard): Promise<Pick<AgentCard, "signatures"> | null> {
  try {
    const key = await signingKey();
    if (key === null) return {};
    const protectedHeader = protectedBy(key);
    const input = `${protectedHeader}.${textToBase64Url(canonicalize(card) ?? "")}`;
    const signature = bytesToBase64Url(await key.sign(new TextEncoder().encode(input)));
    return { signatures: [{ protected: protectedHeader, signature }] };
  } catch (error) {
    log.error("card_not_signed", { why: describe(error) });
    return null;
  }
}

/** What is for sale stands on every card. */
let shared: Pick<AgentCard, "services" | "discovery"> | undefined;

function onEveryCard(): Pick<AgentCard, "services" | "discovery"> {
  const { PUBLIC_ORIGIN: origin } = env();
  return (shared ??= {
    services: SERVICES.map(({ label, path, summary, priceUsdc }) => ({
      ...{ name: label, url: `${origin}${path}`, method: "POST", description: summary, priceUsdc },
    })),
    discovery: { x402: `${origin}/.well-known/x402`, openapi: `${origin}/openapi.json` },
  });
}

/** The cards of late, each with the record that it was made of; that asked for last comes last. */
const known = new Map<string, { record: string; card: AgentCard }>();
const MOST_KNOWN = 500;

function remember(id: string, record: string, card: AgentCard): void {
  known.delete(id);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= MOST_KNOWN) known.delete(oldest);
  known.set(id, { record, card });
}

/** An agent's card. The same record has the same one, which is made once: nobody may change it. */
export async function agentCardOf(agent: Agent): Promise<AgentCard> {
  const record = JSON.stringify(agent);
  const found = known.get(agent.id);
  if (found?.record === record) {
    remember(agent.id, record, found.card);
    return found.card;
  }
  const standard = standardCard(agent);
  const signed = await signaturesOf(standard);
  const card: AgentCard = {
    ...standard,
    ...signed,
    ...{ id: agent.id, verified: isProved(agent), accounts: accountsOf(agent), ...erc8004Of(agent) },
    ...onEveryCard(),
  };
  if (signed !== null) remember(agent.id, record, card);
  return card;
}
