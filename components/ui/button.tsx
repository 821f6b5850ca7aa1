import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";
import { classes } from "./classes";

const SHAPE =
  "inline-flex cursor-pointer items-center justify-center gap-2 rounded-lg font-medium transition-colors aria-disabled:cursor-progress disabled:cursor-not-allowed";
const VARIANTS = {
  /** The one thing to do here: at most one on a screen. */
  primary: "bg-coin text-on-coin hover:bg-coin-hover",
  secondary: "border border-edge bg-panel text-ink hover:border-ink",
  quiet: "text-muted hover:bg-panel hover:text-ink",
} as const;
const SIZES = { normal: "min-h-11 px-4 py-2", small: "min-h-8 px-2.5 py-1 text-sm" } as const;

export type ButtonVariant = keyof typeof VARIANTS;

/** The look of a button, for links that lead on as a button would. */
export const buttonLook = (variant: ButtonVariant, size: keyof typeof SIZES = "normal"): string =>
  classes(SHAPE, VARIANTS[variant], SIZES[size]);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: keyof typeof SIZES;
  /** While it works it stays enabled, so that it keeps the focus; its owner ignores presses. */
  busy?: boolean;
}

export function Button({
  variant = "secondary",
  size = "normal",
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className={classes(buttonLook(variant, size), className)}
      {...rest}
    >
      {busy && <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" />}
      {children}
    </button>
  );
}
