import type { Metadata } from "next";
import { byQuestion } from "@/components/desks/questions";
import { DocPage } from "@/components/docs/doc-page";
import { RouteReference } from "@/components/docs/route-reference";
import { published } from "@/lib/catalog/published";
import type { PublishedRoute } from "@/lib/catalog/document";

export const dynamic = "error";

const TITLE = "API reference";
const LEAD = "Every route, from the contract that the service checks its own answers with.";

export const metadata: Metadata = { title: TITLE, description: LEAD };

const routes: readonly PublishedRoute[] = published.filter(({ audience }) => audience === "public");

export default function ApiReferencePage() {
  return (
    <DocPage path="/docs/api" title={TITLE} lead={LEAD}>
      {byQuestion(routes, ({ desk }) => desk).map(({ id, question, things }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="mb-4 text-xl font-semibold tracking-tight">
            {question}
          </h2>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {things.map((route) => (
              <RouteReference key={`${route.method} ${route.path}`} route={route} />
            ))}
          </div>
        </section>
      ))}
    </DocPage>
  );
}
