/** What a certificate that holds proves, and what it does not: the same words whatever was found. */
export const WhatItProves = () => (
  <section aria-labelledby="proves" className="sheet mt-12 grid gap-x-10 gap-y-6 lg:grid-cols-2">
    <h2 id="proves" className="text-xl font-semibold tracking-tight lg:col-span-2">
      What this proves, and what not
    </h2>
    <div>
      <h3 className="mb-2 font-semibold">It proves</h3>
      <ul className="grid list-disc gap-2 pl-5 text-muted">
        <li>
          That title, categories, creator and text are those that were certified: one other letter, another
          hash.
        </li>
        <li>
          That the certificate stands at its place in the list that was signed: to move or remove an entry
          makes another root.
        </li>
        <li>That whoever holds the log&rsquo;s key stands for that list.</li>
        <li>
          From your second visit on: that the list goes on from the one that this browser saw. It keeps the
          last signed checkpoint, and asks for the proof each time.
        </li>
        <li>
          Where it is anchored: that the entry was in the signed list when Solana took the transaction. This
          page checks what the transaction says and who signed it; its slot and time you look up where you
          trust.
        </li>
        <li>
          Where it is minted: that whoever held the creator&rsquo;s wallet signed for a token with this hash.
          The chain keeps when, which neither creator nor service can change; this page reads the chain
          through the service, so look the mint up elsewhere if that matters to you.
        </li>
      </ul>
    </div>
    <div>
      <h3 className="mb-2 font-semibold">It does not prove</h3>
      <ul className="grid list-disc gap-2 pl-5 text-muted">
        <li>
          The time that it names. &ldquo;Our clock&rdquo; is the service&rsquo;s word for when a payment
          settled. &ldquo;Anchored at slot N&rdquo; is another&rsquo;s: the entry was there when the chain
          took that transaction. It may be hours younger than the entry, and says nothing of before; where
          nothing is anchored, our clock is all there is.
        </li>
        <li>
          That you and others are shown one list. A service that shows two can be caught by comparing
          checkpoints; so keep yours, and compare.
        </li>
        <li>
          Who the creator is. A proved creator is a wallet that paid or signed; an unproved one is a name.
        </li>
        <li>That the text is right, or worth its price. Its outcome stands on its creator&rsquo;s page.</li>
        <li>
          That this page is honest: it comes from the service that it checks. The same verifier is{" "}
          <a href="/lounge/verify.mjs" className="link">
            a file without imports
          </a>
          , to be read and run elsewhere, with{" "}
          <a href="/lounge/vectors.json" className="link">
            test vectors
          </a>
          .
        </li>
      </ul>
    </div>
  </section>
);
