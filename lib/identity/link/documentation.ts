import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_PROFILE } from "../documentation";
import { linkAnswer } from "./answer";
import { linkEntry } from "./entry";

const WALLET = "So11111111111111111111111111111111111111112";
const PDA = "5n6CFrjioJSXPaFX9C4Ly1yFnpL4xpQUH7W7huPHCAhs";

export const linkDocumentation = documentRoute(linkEntry, {
  description:
    "Links an agent to its account in the Synapse Agent Protocol: `sapWallet`, and the account that follows from it. Without a proof only an agent's own `solAddress` can be linked, once, as a claim. With SIGN-IN-WITH-X of one of its wallets (its resources holding `urn:svc:agent-identity:patch:sha256:` and the request's fingerprint) the link is set anew. It is verified when it is the agent's proved `solAddress`, or when `sapWallet` itself then sends the same body with its own sign-in.",
  output: linkAnswer,
  sample: {
    input: { id: SAMPLE_PROFILE.id, sapWallet: WALLET },
    output: {
      ok: true,
      agent: { ...SAMPLE_PROFILE, sapWallet: WALLET, sapAgentPda: PDA, sapVerified: false },
      verified: false,
    },
  },
});
