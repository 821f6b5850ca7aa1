"use client";

import { useState } from "react";
import { Facts, Hash } from "@/components/lounge/facts";
import { askFree } from "@/components/reading/ask-free";
import { withQuery } from "@/components/reading/with-query";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Input } from "@/components/ui/field";
import { Stopped } from "@/lib/buying/problem";
import type { FoundWallet } from "@/lib/buying/wallets";
import type { AgentProfile } from "@/lib/identity/answer";
import { TRANSACTION_HASH } from "@/lib/identity/limits/vocabulary";
import type { PrepareLinkAnswer } from "@/lib/identity/prepare-link/answer";
import { readPrepared } from "../own-answers";
import { Refused, useWork } from "../use-work";
import { WalletChoice } from "../wallet-choice";
import { WorkNote } from "../work-note";
import { sendLink } from "./send-link";

interface LinkProps {
  agent: AgentProfile;
  path: string;
  onChange: () => Promise<AgentProfile>;
}

/** Links the agent to a token of the registry on chain: prepared by the service, sent by the wallet, verified on the chain. */
export function LinkOnChain({ agent, path, onChange }: LinkProps) {
  const { id, evmAddress, erc8004 } = agent;
  const [prepared, setPrepared] = useState<PrepareLinkAnswer | null>(null);
  const [hash, setHash] = useState("");
  const { work, run } = useWork();
  const busy = work.at === "busy";

  const prepare = () =>
    run(async ({ tell }) => {
      tell("Asking the registry…");
      const found = await askFree(withQuery(path, { id }), readPrepared);
      if (found.state === "failed") throw new Refused("Not prepared", found.why);
      setPrepared(found.value);
      return { title: found.value.call === null ? "Nothing to send" : "Prepared", text: found.value.message };
    });

  async function link(txHash: string, tell: (doing: string) => void) {
    setHash(txHash);
    tell("Looking at the transaction…");
    const message = await sendLink({ path, id, txHash, tell });
    setPrepared(null);
    await onChange();
    return { title: "Linked on chain", text: message };
  }

  const send = (found: FoundWallet) =>
    void run(async ({ tell, wallet }) => {
      const call = prepared?.call;
      if (call === undefined || call === null)
        throw new Refused("Nothing to send", "Prepare the call first.");
      const account = await wallet("Asking the wallet for an account…", () => found.account());
      if (account.address.toLowerCase() !== call.from.toLowerCase())
        throw new Stopped({ kind: "other_account", shared: account.address, wanted: call.from });
      const { sendCall } = account;
      if (sendCall === null) throw new Stopped({ kind: "signs_no_text" });
      const confirm = "Confirm the transaction in the wallet: it costs the network's fee.";
      const sent = await wallet(confirm, () => sendCall(`eip155:${prepared?.chainId ?? 0}`, call), true);
      return link(sent, tell);
    });

  return (
    <section aria-labelledby="link" className="grid gap-4 rounded-xl border border-rule bg-panel p-5">
      <h2 id="link" className="text-xl font-semibold tracking-tight">
        Link on chain
      </h2>
      {erc8004?.onChain === true ? (
        <Facts
          rows={[
            [
              "Token",
              <span key="token" className="figures">
                {erc8004.agentId}
              </span>,
            ],
            ["Registry", <Hash key="registry">{erc8004.agentRegistry}</Hash>],
            [
              "Still its own",
              "yes; looked at again when somebody reads the agent, every ten minutes at most",
            ],
          ]}
        />
      ) : evmAddress === undefined ? (
        <p className="text-muted">
          The registry (ERC-8004) is on an EVM chain, and this agent has no EVM address. Register the pair of
          both addresses: it is another agent.
        </p>
      ) : (
        <>
          <p className="max-w-2xl text-muted">
            Its EVM wallet registers it in ERC-8004&rsquo;s identity registry, by a transaction that it pays
            the network&rsquo;s fee for. The token leads to this agent&rsquo;s registration file, and proves
            the address.
          </p>
          <div>
            <Button onClick={() => void prepare()} busy={busy}>
              {prepared === null ? "Prepare the call" : "Prepare it again"}
            </Button>
          </div>
          {prepared !== null && (
            <Prepared
              prepared={prepared}
              busy={busy}
              onSend={send}
              onLink={(txHash) => void run(({ tell }) => link(txHash, tell))}
            />
          )}
          <OwnHash
            hash={hash}
            onHash={setHash}
            busy={busy}
            onLink={() => void run(({ tell }) => link(hash.trim(), tell))}
          />
        </>
      )}
      <WorkNote work={work} />
    </section>
  );
}

interface PreparedProps {
  prepared: PrepareLinkAnswer;
  busy: boolean;
  onSend: (wallet: FoundWallet) => void;
  onLink: (txHash: string) => void;
}

function Prepared({
  prepared: { call, existing, chainId, registrationUrl },
  busy,
  onSend,
  onLink,
}: PreparedProps) {
  if (call !== null)
    return (
      <>
        <Facts
          rows={[
            ["Network", `eip155:${chainId}`],
            ["Registry", <Hash key="to">{call.to}</Hash>],
            [
              "Call",
              <Hash key="call">{`${call.function.replace("(string)", "")}("${call.args.join()}")`}</Hash>,
            ],
            ["From", <Hash key="from">{call.from}</Hash>],
            ["Moves", "nothing"],
            ["Gas", call.gas === null ? "no node tells; the wallet does" : `about ${call.gas}`],
          ]}
        />
        <WalletChoice
          family="evm"
          label="Send it with a wallet"
          verb="Send with"
          busy={busy}
          onChoose={onSend}
        />
      </>
    );
  if (existing === null) return null;
  const { agentId, agentUri, txHash, isThisAgent } = existing;
  return (
    <>
      <Facts
        rows={[
          ["Token", agentId ?? "the node can't tell which"],
          ["It names", agentUri === null ? "unknown" : <Hash key="uri">{agentUri}</Hash>],
          ["Wanted", <Hash key="wanted">{registrationUrl}</Hash>],
          ["Registered by", txHash === null ? "unknown" : <Hash key="tx">{txHash}</Hash>],
        ]}
      />
      {txHash !== null && isThisAgent && (
        <div>
          <Button busy={busy} onClick={() => onLink(txHash)}>
            Link this token
          </Button>
        </div>
      )}
    </>
  );
}

interface OwnHashProps {
  hash: string;
  onHash: (hash: string) => void;
  busy: boolean;
  onLink: () => void;
}

/** For who sent it elsewhere, and for who closed the page too early. */
function OwnHash({ hash, onHash, busy, onLink }: OwnHashProps) {
  const [asked, setAsked] = useState(false);
  const wrong = !TRANSACTION_HASH.test(hash.trim());
  const error = asked && wrong ? "Is no transaction's hash: 0x and 64 hexadecimal digits are wanted." : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!wrong && !busy) onLink();
      }}
      className="grid max-w-2xl gap-3 border-t border-rule pt-4"
    >
      <Field
        id="tx-hash"
        label="Sent already? The transaction&rsquo;s hash"
        hint="Of the one that registered it, wherever it was sent."
        error={error}
      >
        <Input
          id="tx-hash"
          value={hash}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          aria-invalid={error !== null}
          aria-describedby={describedBy("tx-hash", { hint: true, error: error !== null })}
          onChange={(event) => onHash(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" busy={busy}>
          Link by this hash
        </Button>
      </div>
    </form>
  );
}
