import Link from "next/link";
import { AnswerView } from "@/components/answer/answer-view";
import { priceInWords } from "@/components/home/price-list";
import { priceOf } from "@/lib/catalog/define";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";
import { WithCode } from "@/components/ui/with-code";
import { Ask } from "./ask";
import { formFields } from "./form-fields";
import { freshnessInWords } from "./freshness";
import type { DeskCard } from "./questions";

interface DeskRoomProps {
  desk: DeskCard;
  origin: string;
}

/** One desk: what it answers, what it costs, the form at the left and a sample of the answer at the right. */
export function DeskRoom({ desk: { title, route }, origin }: DeskRoomProps) {
  const { path, tool, sample, input, description } = route;
  const price = priceInWords(route);
  return (
    <>
      <div className="sheet pt-6 sm:pt-8">
        <p className="text-sm text-muted" data-twin="skip">
          <Link href="/desks" prefetch={false} className="link">
            Desks
          </Link>
        </p>
        <h1 className="title mt-2 max-w-3xl">{title}</h1>
        <p className="mt-3 max-w-3xl text-muted">
          <WithCode text={description} />
        </p>
        <ul className="mt-4 flex flex-wrap items-center gap-2 text-note">
          <li>
            <Badge tone="price">{price}</Badge>
          </li>
          <li>
            <Badge>{freshnessInWords(route)}</Badge>
          </li>
          <li className="figures text-muted wrap-anywhere">
            <code>POST {path}</code>
          </li>
        </ul>
      </div>
      <div className="sheet mt-8 grid items-start gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <section aria-labelledby="ask" className="min-w-0">
          <h2 id="ask" className="mb-4 text-xl font-semibold tracking-tight">
            Ask
          </h2>
          <Ask
            path={path}
            price={priceOf(route)}
            tool={tool}
            origin={origin}
            fields={formFields(input, sample.input)}
          />
        </section>
        <section aria-labelledby="answer" className="min-w-0">
          <h2 id="answer" className="mb-1 text-xl font-semibold tracking-tight">
            What comes back
          </h2>
          <p className="mb-3 text-note text-muted">
            A sample: its figures are made up, its form is that of every answer.
          </p>
          <Tabs
            label="The sample answer"
            tabs={[
              {
                value: "read",
                label: "Answer",
                content: (
                  <Card>
                    <AnswerView answer={sample.output} />
                  </Card>
                ),
              },
              {
                value: "json",
                label: "Raw JSON",
                content: (
                  <CodeBlock code={JSON.stringify(sample.output, null, 2)} label="The sample as JSON" />
                ),
              },
            ]}
          />
        </section>
      </div>
    </>
  );
}
