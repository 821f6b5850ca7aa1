import Link from "next/link";
import { priceInWords } from "@/components/home/price-list";
import { Badge } from "@/components/ui/badge";
import { freshnessInWords } from "./freshness";
import type { QuestionGroup } from "./questions";

/** Every desk as a card under the question that it answers. */
export const DeskGrid = ({ groups }: { groups: readonly QuestionGroup[] }) => (
  <div className="sheet mt-10 grid gap-12">
    {groups.map(({ id, question, desks }) => (
      <section key={id} id={id} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`} className="mb-4 text-xl font-semibold tracking-tight">
          {question}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {desks.map(({ path, title, detail, route }) => (
            <li
              key={path}
              className="relative flex flex-col rounded-xl border border-rule bg-panel p-5 hover:border-edge"
            >
              <h3 className="font-semibold">
                <Link href={path} prefetch={false} className="after:absolute after:inset-0 after:rounded-xl">
                  {title}
                </Link>
              </h3>
              {detail !== "" && <p className="mt-1 mb-4 text-sm text-muted">{detail}</p>}
              <p className="mt-auto flex items-center justify-between gap-3 pt-1 text-note text-muted">
                <span>{freshnessInWords(route)}</span>
                <Badge tone="price">{priceInWords(route)}</Badge>
              </p>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);
