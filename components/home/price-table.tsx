import Link from "next/link";
import { Fragment } from "react";
import type { PriceGroup, PriceRow } from "./price-list";

const HEAD = "border-b border-edge pb-2 pl-4 font-normal first:pl-0";

/** Routes with their prices, as the catalog has them. On a narrow screen the tool and the age move under the path. */
export function PriceTable({ groups }: { groups: readonly PriceGroup[] }) {
  return (
    <table className="w-full">
      <caption className="sr-only">
        Routes by question, the tools that sell them, how old their data may be, and the price of one call in
        US dollars
      </caption>
      <thead>
        <tr className="text-left text-sm text-muted">
          <th scope="col" className={HEAD}>
            Route
          </th>
          <th scope="col" className={`${HEAD} max-lg:hidden`}>
            Data
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            Price
          </th>
        </tr>
      </thead>
      {groups.map(({ id, question, rows }) => (
        <tbody key={id}>
          <tr>
            <th scope="rowgroup" colSpan={3} className="pt-6 pb-2 text-left font-semibold">
              {question}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={`${row.method} ${row.path}`} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row: { method, path, summary, tool, price, freshness, holders, href } }: { row: PriceRow }) {
  return (
    <tr className="border-t border-rule align-baseline">
      <th scope="row" className="py-3 text-left font-normal">
        <span className="block font-medium">
          {href === null ? (
            summary
          ) : (
            <Link
              href={href}
              prefetch={false}
              className="rounded-sm hover:underline hover:underline-offset-4"
            >
              {summary}
            </Link>
          )}
        </span>
        <span className="figures mt-0.5 block text-note text-muted">
          {method} <Path path={path} />
          {tool !== null && <span className="block sm:inline"> {`· tool ${tool}`}</span>}
        </span>
        {holders !== null && <span className="block text-note text-muted">{holders}</span>}
        {freshness !== "" && <span className="block text-note text-muted lg:hidden">{freshness}</span>}
      </th>
      <td className="pl-4 text-note whitespace-nowrap text-muted max-lg:hidden">{freshness}</td>
      <td className="figures pl-4 text-right font-medium whitespace-nowrap">{price}</td>
    </tr>
  );
}

/** A path that may break after its hyphens and slashes, and nowhere else. */
function Path({ path }: { path: string }) {
  const parts = path.split(/(?<=[/-])/);
  return (
    <code className="font-[inherit]">
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
