import { classes } from "@/components/ui/classes";
import { valueInWords } from "./words";

/** One value of an answer. Texts of others are text here, and their links lead away without telling whence. */
export function Value({ name, value }: { name: string; value: unknown }) {
  const { text, numeric, direction, href, unknown } = valueInWords(name, value);
  if (href !== undefined)
    return (
      <a href={href} rel="noreferrer nofollow" className="link break-words">
        {text}
      </a>
    );
  return (
    <span
      className={classes(
        numeric && "figures whitespace-nowrap",
        unknown && "text-muted",
        direction === "up" && "text-good",
        direction === "down" && "text-bad",
        !numeric && "break-words",
      )}
    >
      {text}
    </span>
  );
}
