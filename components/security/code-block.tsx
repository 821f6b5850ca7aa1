/** Lines as they go over the wire or stand in a file. */
export function CodeBlock({ lines }: { lines: readonly string[] }) {
  return (
    <code className="figures block rounded-lg border border-rule bg-panel px-4 py-3 text-[0.8125rem]/6">
      {lines.map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
    </code>
  );
}
