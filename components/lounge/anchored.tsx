import { explorerLink } from "@/lib/buying/chains";
import type { KeptCertificate } from "./verify/read-certificate";

/** A transaction of Solana's, as a link to where else it is shown, if it is on a chain that others show. */
function Transaction({ network, signature }: { network: string; signature: string }) {
  const link = explorerLink(network, signature);
  return link === null ? (
    <code className="figures text-note wrap-anywhere">{signature}</code>
  ) : (
    <a href={link} rel="noopener noreferrer" className="link figures text-note wrap-anywhere">
      {signature}
    </a>
  );
}

/** Which payment says the certificate's hash. */
export function PaidInMemo({ payment }: { payment: NonNullable<KeptCertificate["payment"]> }) {
  const { network, memo, transaction } = payment;
  return (
    <>
      On Solana, with this hash as its memo (<code className="figures text-note wrap-anywhere">{memo}</code>)
      {transaction === null ? "; its transaction is named once it was seen" : ", in "}
      {transaction !== null && <Transaction network={network} signature={transaction} />}
    </>
  );
}

/** Where outside of this service the log was when it had the entry. */
export function Anchored({ anchor }: Pick<KeptCertificate, "anchor">) {
  if (anchor === null)
    return "Not outside of this service: there is no slot of a chain to hold its clock against";
  return (
    <>
      At slot <span className="figures">{anchor.slot}</span> of Solana, in{" "}
      <Transaction network={anchor.network} signature={anchor.signature} />
    </>
  );
}
