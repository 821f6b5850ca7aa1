import { Badge } from "@/components/ui/badge";
import type { AgentSummary } from "@/lib/identity/answer";

/** How far an agent is shown to be who it says. */
export const Standing = ({ verified, erc8004 }: Pick<AgentSummary, "verified" | "erc8004">) => (
  <p className="flex flex-wrap gap-2">
    {verified ? <Badge tone="good">Wallet proved</Badge> : <Badge tone="warn">Nothing proved</Badge>}
    {erc8004 !== undefined &&
      (erc8004.onChain ? (
        <Badge tone="good">On chain, token {erc8004.agentId}</Badge>
      ) : (
        <Badge tone="warn">Token {erc8004.agentId} is no longer its own</Badge>
      ))}
  </p>
);

export const AddressProof = ({ verified }: { verified: boolean }) =>
  verified ? <Badge tone="good">Proved</Badge> : <Badge tone="unknown">A claim</Badge>;
