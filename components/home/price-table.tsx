import { Fragment } from "react";
import { holdersInWords, type PriceGroup } from "./price-list";

/** Every route with its price, as the catalog has them. On a narrow screen the tool's name moves under the path. */
export function PriceTable({ groups }: { groups: readonly PriceGroup[] }) {
  return (
    <table className="w-full">
      <caption className="sr-only">
        Routes, the tools that sell them, and the price of one call in US dollars
      </caption>
      <thead>
        <tr className="text-left text-sm text-muted">
          <th scope="col" className="pb-2 font-normal">
            Route
          </th>
          <th scope="col" className="pb-2 pl-4 font-normal max-sm:hidden">
            Tool
          </th>
          <th scope="col" className="pb-2 pl-4 text-right font-normal">
            Price
          </th>
        </tr>
      </thead>
      {groups.map(({ tier, name, price, entries }) => (
        <tbody key={tier}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={3}
              className="border-t border-edge pt-6 pb-2 text-left text-sm font-semibold"
            >
              {name}
            </th>
          </tr>
          {entries.map((entry) => (
            <tr key={`${entry.method} ${entry.path}`} className="border-t border-rule align-baseline">
              <th scope="row" className="py-3 text-left font-normal">
                <span className="block font-medium">{entry.summary}</span>
                <span className="figures mt-0.5 block text-[0.8125rem] text-muted">
                  {entry.method} <Path path={entry.path} />
                </span>
                {holdersInWords(entry.holders) !== null && (
                  <span className="block text-[0.8125rem] text-muted">{holdersInWords(entry.holders)}</span>
                )}
                {entry.tool !== null && (
                  <span className="figures block text-[0.8125rem] text-muted sm:hidden">
                    tool {entry.tool}
                  </span>
                )}
              </th>
              <td className="figures pl-4 text-[0.8125rem] text-muted max-sm:hidden">
                {entry.tool ?? "none"}
              </td>
              <td className="figures pl-4 text-right font-medium whitespace-nowrap">{price}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
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
