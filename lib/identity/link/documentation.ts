import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_PROFILE, SAMPLE_REQUEST } from "../documentation";
import { linkAnswer } from "./answer";
import { linkEntry } from "./entry";

const PDA = "5n6CFrjioJSXPaFX9C4Ly1yFnpL4xpQUH7W7huPHCAhs";

export const linkDocumentation = documentRoute(linkEntry, {
  description:
    "Links an agent to its account in the Synapse Agent Protocol: `sapWallet`, and the account that follows from it. Without a proof only an agent's own `solAddress` can be linked, once, as a claim. With SIGN-IN-WITH-X of one of its wallets (its resources holding `urn:svc:agent-identity:patch:sha256:` and the request's fingerprint) the link is set anew. It is verified when it is the agent's proved `solAddress`, when `sapWallet` itself then sends the same body with its own sign-in, or when the account's `agent_uri` is the agent's registration file; and where the service has a node of Solana's, only while that account is the wallet's agent on chain (`sapAccount`). A verified link's file for the SAP SDK stands at `/agents/{sapAgentPda}/eip-8004.json`.",
  output: linkAnswer,
  sample: {
    input: { id: SAMPLE_PROFILE.id, sapWallet: SAMPLE_REQUEST.solAddress },
    output: {
      ok: true,
      agent: {
        ...SAMPLE_PROFILE,
        sapWallet: SAMPLE_REQUEST.solAddress,
        sapAgentPda: PDA,
        sapVerified: false,
        sapAccount: "unread",
      },
      verified: false,
    },
  },
});
