import Link from "next/link";
import { AccuracyLine } from "@/components/accuracy/accuracy-line";
import { StatusLine } from "@/components/status/status-line";

/** What the service shows of itself at this moment: whether it is up, and whether its verdicts were any good. */
export const Proof = () => (
  <div className="sheet mt-14 grid gap-6 sm:grid-cols-2">
    <section aria-labelledby="up" className="border-t border-edge pt-4">
      <h2 id="up" className="mb-3 font-semibold">
        Is it up?
      </h2>
      <StatusLine />
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
      <AccuracyLine />
      <p className="mt-3 text-sm">
        <Link href="/accuracy" prefetch={false} className="link">
          Every verdict, with its interval
        </Link>
      </p>
    </section>
  </div>
);
