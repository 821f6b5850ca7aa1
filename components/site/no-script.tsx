import Link from "next/link";

/** For who reads without scripts: what of the site works all the same, and what does not. */
export const NoScript = () => (
  <noscript>
    <aside aria-label="Without JavaScript" className="border-b border-rule bg-panel">
      <p className="sheet py-2.5 text-sm">
        This browser runs no JavaScript here: prices, samples and documentation can be read, but nothing that
        is live, and nothing can be signed or paid. Programs read and buy all of it{" "}
        <Link href="/docs" prefetch={false} className="link">
          over HTTP
        </Link>
        .
      </p>
    </aside>
  </noscript>
);
