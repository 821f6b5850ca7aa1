import { useId, useState } from "react";
import type { PaidCall } from "@/lib/buying/call";
import { hasRisen, type Challenge, type PayableOffer } from "@/lib/buying/challenge";
import { inUsdc } from "@/lib/buying/purchase";
import type { FoundWallet } from "@/lib/buying/wallets";
import type { Wallets } from "@/lib/buying/watch-wallets";
import { formatUsd } from "@/lib/catalog/money";
import { Button } from "@/components/ui/button";
import { NotLoaded } from "@/components/ui/on-demand";
import { Facts } from "./facts";
import type { Choice } from "./use-purchase";
import { useWallets } from "./use-wallets";

interface ReviewProps {
  call: PaidCall;
  challenge: Challenge;
  choice: Choice | null;
  onChoose: (offer: PayableOffer, wallet: FoundWallet) => void;
  onConfirm: (upTo: PaidCall["price"]) => void;
  onOther: () => void;
}

/** All that is signed for, before anything is. */
export function Review({ call, challenge, choice, onChoose, onConfirm, onOther }: ReviewProps) {
  const { wallets, failed, again } = useWallets();
  if (choice !== null) return <Confirm call={call} choice={choice} onConfirm={onConfirm} onOther={onOther} />;
  if (failed) return <NotLoaded again={again} />;
  return (
    <ul className="mt-4 space-y-5">
      {challenge.offers.map((offer) => (
        <li key={offer.chain.id}>
          <h3 className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{offer.chain.name}</span>
            <span className="figures text-lg font-medium">{inUsdc(offer.amount)}</span>
          </h3>
          <WalletChoice wallets={wallets} offer={offer} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

const NO_WALLET = {
  evm: "No Ethereum wallet was found in this browser.",
  solana: "No Solana wallet was found in this browser.",
};

interface WalletChoiceProps extends Pick<ReviewProps, "onChoose"> {
  wallets: Wallets | null;
  offer: PayableOffer;
}

function WalletChoice({ wallets, offer, onChoose }: WalletChoiceProps) {
  if (wallets === null) return <p className="mt-2 text-sm text-muted">Looking for wallets…</p>;
  const found = wallets[offer.chain.family];
  if (found.length === 0) return <p className="mt-2 text-sm text-muted">{NO_WALLET[offer.chain.family]}</p>;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {found.map((wallet) => (
        <Button
          key={wallet.id}
          onClick={() => onChoose(offer, wallet)}
          aria-label={`Pay on ${offer.chain.name} with ${wallet.name}`}
        >
          <bdi>{wallet.name}</bdi>
        </Button>
      ))}
    </div>
  );
}

function Confirm({
  call,
  choice,
  onConfirm,
  onOther,
}: Pick<ReviewProps, "call" | "onConfirm" | "onOther"> & { choice: Choice }) {
  const { offer, found, wallet } = choice;
  const rose = hasRisen(call.price, offer.amount);
  const [agreed, setAgreed] = useState(false);
  const id = useId();
  const waits = rose && !agreed;
  return (
    <>
      <Facts
        rows={[
          ["Amount", inUsdc(offer.amount)],
          ["Network", `${offer.chain.name} (${offer.chain.id})`],
          ["To", offer.payTo],
          ["From", `${wallet.address}, ${found.name}`],
          ["Expiry", `${offer.windowSec} s after you sign; then the signature is worthless`],
          ["Bought", `One answer of ${call.path}`],
          ["Request", call.body],
        ]}
      />
      {rose && (
        <p className="mt-4 rounded-md border border-accent p-3">
          <strong className="font-medium">The price rose.</strong> This page showed {formatUsd(call.price)};
          the service now asks {formatUsd(offer.amount)}.
          <label htmlFor={id} className="mt-2 flex min-h-11 cursor-pointer items-center gap-2">
            <input
              id={id}
              type="checkbox"
              className="size-5"
              checked={agreed}
              onChange={(event) => setAgreed(event.target.checked)}
            />
            I agree to pay {formatUsd(offer.amount)}
          </label>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-disabled={waits}
          onClick={() => {
            if (!waits) onConfirm(rose ? offer.amount : call.price);
          }}
        >
          Sign and pay {inUsdc(offer.amount)}
        </Button>
        <Button onClick={onOther}>Another wallet</Button>
      </div>
    </>
  );
}
