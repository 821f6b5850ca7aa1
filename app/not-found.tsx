import type { Metadata } from "next";
import Link from "next/link";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <div className="sheet py-20 sm:py-32">
      <p className="figures text-sm text-accent">404 Not Found</p>
      <h1 className="mt-3 text-4xl font-semibold tracking-tight sm:text-5xl">Nothing at this address</h1>
      <p className="mt-4 max-w-prose text-lg text-muted">And nothing charged for looking.</p>
      <Link
        href="/"
        className="mt-8 inline-block rounded-md bg-coin px-4 py-2.5 font-medium text-on-coin transition-colors hover:bg-coin-hover"
      >
        To the first page
      </Link>
    </div>
  );
}
