import Link from "next/link";
import { AccuracyLine } from "@/components/accuracy/accuracy-line";
import { Island } from "@/components/islands/island";
import { ReceiptCheck } from "./receipt-check";
import { StatusLine } from "@/components/status/status-line";

/** What the service shows of itself at this moment: whether it is up, whether its verdicts were any good, and what was paid. */
export const Proof = () => (
  <div className="sheet mt-14 grid gap-x-14 gap-y-8 sm:grid-cols-2">
    <section aria-labelledby="up" className="border-t border-edge pt-4">
      <h2 id="up" className="mb-3 font-semibold">
        Is it up?
      </h2>
      <Island name="StatusLine" of={StatusLine} props={{}} />
      <p className="mt-3 text-sm">
        <Link href="/status" prefetch={false} className="link">
          Every source and facilitator
        </Link>
      </p>
    </section>
    <section aria-labelledby="right" className="border-t border-edge pt-4">
      <h2 id="right" className="mb-3 font-semibold">
        Is it right?
      </h2>
      <Island name="AccuracyLine" of={AccuracyLine} props={{}} />
      <p className="mt-3 text-sm">
        <Link href="/accuracy" prefetch={false} className="link">
          Every verdict, with its interval
        </Link>
      </p>
    </section>
    <section aria-labelledby="signed" className="border-t border-edge pt-4 sm:col-span-2">
      <h2 id="signed" className="mb-3 font-semibold">
        Is there proof of a payment?
      </h2>
      <Island name="ReceiptCheck" of={ReceiptCheck} props={{}} />
    </section>
  </div>
);
