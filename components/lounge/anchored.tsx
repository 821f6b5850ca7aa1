import { explorerLink } from "@/lib/buying/chains";
import type { KeptCertificate } from "./verify/read-certificate";

/** Where outside of this service the log was when it had the entry. */
export function Anchored({ anchor }: Pick<KeptCertificate, "anchor">) {
  if (anchor === null)
    return "Not outside of this service: there is no slot of a chain to hold its clock against";
  const link = explorerLink(anchor.network, anchor.signature);
  return (
    <>
      At slot <span className="figures">{anchor.slot}</span> of Solana, in{" "}
      {link === null ? (
        <code className="figures text-note wrap-anywhere">{anchor.signature}</code>
      ) : (
        <a href={link} rel="noopener noreferrer" className="link figures text-note wrap-anywhere">
          {anchor.signature}
        </a>
      )}
    </>
  );
}
