"use client";

import Link from "next/link";
import { useState } from "react";
import { CreatorWords } from "@/components/lounge/creator-words";
import { Facts, Hash } from "@/components/lounge/facts";
import { timeInWords } from "@/components/lounge/words";
import { askFree } from "@/components/reading/ask-free";
import { withQuery } from "@/components/reading/with-query";
import { Badge } from "@/components/ui/badge";
import type { AgentProfile } from "@/lib/identity/answer";
import { feedbackPage } from "../addresses";
import { readProfile } from "../own-answers";
import type { AgentRoutes } from "../routes";
import { AddressProof, Standing } from "../standing";
import { AgentFile } from "./agent-file";
import { LinkOnChain } from "./link-on-chain";
import { Prove } from "./prove";

interface AgentViewProps {
  /** The agent as it was read when the page was opened. */
  first: AgentProfile;
  routes: AgentRoutes;
}

/** An agent: who it says it is, how far that is proved, and what its owner can do about it. */
export function AgentView({ first, routes }: AgentViewProps) {
  const [agent, setAgent] = useState(first);
  const { id, name, description, verified, accounts, registeredAt, lastSeen, erc8004 } = agent;

  /** Reads it again in place: what stands open on the page stays open. */
  async function changed(): Promise<AgentProfile> {
    const found = await askFree(withQuery(routes.identity, { id }), readProfile);
    if (found.state === "failed") return agent;
    setAgent(found.value.agent);
    return found.value.agent;
  }

  return (
    <div className="grid min-w-0 gap-10">
      <section aria-labelledby="who" className="grid gap-4">
        <h2 id="who" className="text-xl font-semibold tracking-tight">
          <CreatorWords text={name} />
        </h2>
        {description !== undefined && <CreatorWords text={description} className="max-w-2xl text-muted" />}
        <Standing verified={verified} erc8004={erc8004} />
        <Facts
          rows={[
            ["Id", <Hash key="id">{id}</Hash>],
            ...accounts.map(
              ({ chain, account, verified: proved }) =>
                [
                  chain === "solana" ? "Solana" : "Base",
                  <span key={account} className="flex flex-wrap items-center gap-2">
                    <Hash>{account}</Hash> <AddressProof verified={proved} />
                  </span>,
                ] as const,
            ),
            ...sapRows(agent),
            ["Registered", timeInWords(registeredAt)],
            [
              "Last paid call",
              lastSeen === undefined ? "none that named it from a proved wallet" : `on ${lastSeen}`,
            ],
          ]}
        />
        {erc8004?.onChain === true && (
          <p>
            <Link href={feedbackPage(id)} prefetch={false} className="link">
              Rate it on chain, with a payment to it as proof
            </Link>
          </p>
        )}
        {!verified && (
          <p className="max-w-2xl text-note text-muted">
            Anybody can register any pair of addresses. Until a wallet of the pair signs, its name,
            description and addresses are what somebody says, and nothing more.
          </p>
        )}
      </section>
      <Prove agent={agent} path={routes.identity} onChange={changed} />
      <LinkOnChain agent={agent} path={routes.onChain} onChange={changed} />
      <section aria-labelledby="files" className="grid gap-3">
        <h2 id="files" className="text-xl font-semibold tracking-tight">
          Its files
        </h2>
        <AgentFile
          title="Card (A2A 1.0)"
          path={withQuery(routes.card, { id })}
          version={JSON.stringify(agent)}
        />
        <AgentFile
          title="Registration file (ERC-8004)"
          path={withQuery(routes.registration, { id })}
          version={JSON.stringify(agent)}
        />
      </section>
    </div>
  );
}

/** What the chain holds at the account of a link. */
const SAP_ACCOUNT: Readonly<Record<NonNullable<AgentProfile["sapAccount"]>, string>> = {
  named: "on chain, names this agent",
  found: "on chain",
  other: "the account is not this wallet's agent",
  missing: "no such account on chain",
  unread: "not looked up on chain yet",
};

function sapRows({ sapWallet, sapAgentPda, sapVerified, sapAccount = "unread" }: AgentProfile) {
  if (sapWallet === undefined || sapAgentPda === undefined) return [];
  return [
    [
      "Solana registry (SAP)",
      <span key="sap" className="flex flex-wrap items-center gap-2">
        <Hash>{sapAgentPda}</Hash> of <Hash>{sapWallet}</Hash>{" "}
        {sapVerified === true ? <Badge tone="good">Proved</Badge> : <Badge tone="unknown">A claim</Badge>}{" "}
        <span className="text-muted">{SAP_ACCOUNT[sapAccount]}</span>
      </span>,
    ] as const,
  ];
}
