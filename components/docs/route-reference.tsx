import { formFields } from "@/components/desks/form-fields";
import { priceInWords } from "@/components/home/price-list";
import { Badge } from "@/components/ui/badge";
import { Cell, HeadCell, RowHead, Table } from "@/components/ui/table";
import { WithCode } from "@/components/ui/with-code";
import type { PublishedRoute } from "@/lib/catalog/document";
import { ROUTE_CONTRACT } from "@/lib/discovery/documents";

const TYPES = {
  ...{ text: "text", longText: "text", whole: "whole number", number: "number" },
  ...{ yesNo: "true or false", tick: "true or false", consent: "true", choice: "one of", list: "list" },
  json: "list of objects",
} as const;

/** One route: what it is for at a glance, all that it takes a press away, the full contract a link away. */
export function RouteReference({ route }: { route: PublishedRoute }) {
  const { method, path, summary, description, input, sample, label, tool, statuses, gate } = route;
  const fields = formFields(input, sample.input);
  return (
    <details className="rounded-xl border border-rule bg-panel px-5 py-4">
      <summary className="cursor-pointer rounded-sm">
        <span className="figures text-note break-words">
          {method} {path}
        </span>{" "}
        <Badge tone={gate === "open" ? "plain" : "price"}>{priceInWords(route)}</Badge>
        <span className="mt-1 block text-muted">{summary}</span>
      </summary>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <p>
          <WithCode text={description} />
        </p>
        {fields.length === 0 ? (
          <p className="text-muted">It takes nothing.</p>
        ) : (
          <Table caption={`What ${path} takes`}>
            <thead>
              <tr>
                <HeadCell>Field</HeadCell>
                <HeadCell>Type</HeadCell>
                <HeadCell>Meaning</HeadCell>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ name, kind, options, hint, required }) => (
                <tr key={name}>
                  <RowHead className="figures">
                    {name}
                    {!required && "?"}
                  </RowHead>
                  <Cell>
                    {TYPES[kind]}
                    {options.length > 0 && `: ${options.join(", ")}`}
                  </Cell>
                  <Cell>
                    <WithCode text={hint} />
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        <p className="text-note text-muted">
          {tool !== null && `Tool ${tool}. `}
          {statuses.length > 0 && `Beside the refusals of every route: ${statuses.join(", ")}. `}
          <a href={ROUTE_CONTRACT.path(label)} className="link">
            Contract of {label}
          </a>
        </p>
      </div>
    </details>
  );
}
