import { ChevronDown } from "lucide-react";
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { classes } from "./classes";

interface FieldProps {
  /** Of the control inside, which names its hint and error by `describedBy(id, …)`. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do; it is read out as soon as it is there. */
  error?: string | null;
  optional?: boolean;
  children: ReactNode;
}

/** The ids under which a field's hint and error are found by its control. */
export const describedBy = (id: string, { hint, error }: { hint: boolean; error: boolean }) =>
  classes(hint && `${id}-hint`, error && `${id}-error`) || undefined;

/** A label, a control, a hint and what is wrong with what was entered. */
export function Field({ id, label, hint, error = null, optional = false, children }: FieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label} {optional && <span className="font-normal text-muted">(optional)</span>}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-note text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="text-note text-bad empty:hidden">
        {error}
      </p>
    </div>
  );
}

export const Input = ({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) => (
  <input className={classes("field", className)} {...rest} />
);

export const Textarea = ({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <textarea className={classes("field resize-y", className)} {...rest} />
);

/** The platform's own select: it opens as phones and screen readers know it. */
export const Select = ({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) => (
  <span className="relative block">
    <select className={classes("field cursor-pointer appearance-none pr-10", className)} {...rest}>
      {children}
    </select>
    <ChevronDown
      className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      aria-hidden="true"
    />
  </span>
);

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
}

export const Checkbox = ({ label, ...rest }: CheckboxProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3">
    <input type="checkbox" className="size-5 shrink-0 accent-coin" {...rest} />
    <span>{label}</span>
  </label>
);
