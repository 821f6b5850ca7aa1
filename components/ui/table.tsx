import type { HTMLAttributes, ReactNode, TdHTMLAttributes, ThHTMLAttributes } from "react";
import { classes } from "./classes";

interface TableProps {
  /** What the table shows, for who can't see it at a glance. */
  caption: string;
  /** Whether the caption is shown, too. */
  captionShown?: boolean;
  children: ReactNode;
}

/** A table that scrolls by itself where it is wider than its place, by keyboard too. */
export const Table = ({ caption, captionShown = false, children }: TableProps) => (
  <div role="region" aria-label={caption} tabIndex={0} className="relative overflow-x-auto rounded-md">
    <table className="w-full text-sm">
      <caption className={captionShown ? "pb-2 text-left text-note text-muted" : "sr-only"}>
        {caption}
      </caption>
      {children}
    </table>
  </div>
);

interface HeadProps extends ThHTMLAttributes<HTMLTableCellElement> {
  numeric?: boolean;
}

export const HeadCell = ({ numeric = false, className, ...rest }: HeadProps) => (
  <th
    scope="col"
    className={classes(
      "border-b border-edge py-2 pr-4 text-note font-normal text-muted last:pr-0",
      numeric ? "text-right" : "text-left",
      className,
    )}
    {...rest}
  />
);

interface CellProps extends TdHTMLAttributes<HTMLTableCellElement> {
  numeric?: boolean;
}

export const Cell = ({ numeric = false, className, ...rest }: CellProps) => (
  <td
    className={classes(
      "border-b border-rule py-2 pr-4 align-baseline last:pr-0",
      numeric && "figures text-right whitespace-nowrap",
      className,
    )}
    {...rest}
  />
);

export const RowHead = ({ className, ...rest }: HTMLAttributes<HTMLTableCellElement>) => (
  <th
    scope="row"
    className={classes("border-b border-rule py-2 pr-4 text-left align-baseline font-medium", className)}
    {...rest}
  />
);
