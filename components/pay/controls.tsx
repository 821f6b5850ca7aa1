import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";

const SHAPE =
  "inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md px-4 py-2.5 font-medium transition-colors";
const FILLED = `${SHAPE} bg-coin text-on-coin hover:bg-coin-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-60`;
const PLAIN = `${SHAPE} border border-edge hover:bg-paper`;

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type"> {
  /** Turns while something is under way; the button then stays enabled, so that it keeps the focus. */
  busy?: boolean;
}

/** The one thing to do next. */
export const PrimaryButton = ({ busy = false, className = "", children, ...rest }: ButtonProps) => (
  <button type="button" className={`${FILLED} ${className}`} {...rest}>
    {busy && <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" />}
    {children}
  </button>
);

export const PlainButton = ({ busy: _busy, className = "", children, ...rest }: ButtonProps) => (
  <button type="button" className={`${PLAIN} ${className}`} {...rest}>
    {children}
  </button>
);
