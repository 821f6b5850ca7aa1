import { type AnchorHTMLAttributes, createElement } from "react";

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  prefetch?: boolean;
}

/** Stands in for `next/link` where the framework is not: the browser follows links by itself. */
const Link = ({ prefetch: _, ...anchor }: LinkProps) => createElement("a", anchor);
export default Link;
