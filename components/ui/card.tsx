import type { HTMLAttributes } from "react";
import { classes } from "./classes";

/** A panel that sets one thing apart; never one within another. */
export const Card = ({ className, ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div className={classes("rounded-xl border border-rule bg-panel p-5", className)} {...rest} />
);
