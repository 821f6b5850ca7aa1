import type { Metadata } from "next";
import Link from "next/link";
import { PageHead } from "@/components/site/page-head";
import { documentsOf } from "@/lib/discovery/documents";
import { PAGES } from "@/lib/discovery/pages";
import { thisSite } from "@/lib/discovery/this-site";

export const dynamic = "error";

const LEAD = "One call, one payment, one answer. Start with a purchase; the rest is there when you need it.";

export const metadata: Metadata = { title: "Documentation", description: LEAD };

/** What each guide is good for, by its address. */
const WORTH: Readonly<Record<string, string>> = {
  "/docs/api": "Every route with what it takes, what it answers and what it costs.",
  "/docs/buying":
    "The first purchase in TypeScript, Python, Go, Rust and a shell; retries that never pay twice.",
  "/docs/tools": "The same routes for a client of the Model Context Protocol.",
  "/docs/agents": "Names, cards and proofs for agents that buy and sell here.",
  "/docs/lounge": "How signals are published, sold, scored and certified; limits and prices.",
  "/docs/receipts": "What a receipt says, and how to check it without us.",
  "/docs/errors": "Each refusal with what to do; limits; how far an answer can be trusted.",
};

export default function DocsPage() {
  return (
    <>
      <PageHead title="Documentation" lead={LEAD} />
      <ul className="sheet mt-10 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {PAGES.filter(({ path }) => path.startsWith("/docs/")).map(({ path, title }) => (
          <li key={path} className="relative rounded-xl border border-rule bg-panel p-5 hover:border-edge">
            <h2 className="font-semibold">
              <Link href={path} prefetch={false} className="after:absolute after:inset-0 after:rounded-xl">
                {title}
              </Link>
            </h2>
            <p className="mt-1 text-sm text-muted">{WORTH[path]}</p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="machines" className="sheet mt-14">
        <h2 id="machines" className="text-xl font-semibold tracking-tight">
          For programs
        </h2>
        <p className="mt-2 mb-4 max-w-2xl text-muted">
          Every page here comes in Markdown too: ask its address for text/markdown, or add .md to it.
        </p>
        <ul className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
          {documentsOf(thisSite()).map(({ path, title }) => (
            <li key={path} className="min-w-0">
              <a href={path} className="link figures break-words">
                {path}
              </a>
              <span className="block text-muted">{title}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
