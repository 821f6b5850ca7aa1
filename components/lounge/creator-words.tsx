import { classes } from "@/components/ui/classes";
import { inertLine, inertLines } from "./inert-text";

interface CreatorWordsProps {
  text: string;
  /** Keeps the lines of a longer text. */
  lines?: boolean;
  className?: string;
}

/** A stranger's words: as text, within their own direction and their own box, broken wherever they would not fit. */
export const CreatorWords = ({ text, lines = false, className }: CreatorWordsProps) => (
  <bdi
    dir="auto"
    data-creators-words
    className={classes(
      "block min-w-0 overflow-clip wrap-anywhere",
      lines && "whitespace-pre-line",
      className,
    )}
  >
    {lines ? inertLines(text) : inertLine(text)}
  </bdi>
);
