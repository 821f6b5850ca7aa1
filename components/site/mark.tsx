/** The service's mark: a coin slot. The same drawing as app/icon.svg. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="size-6 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-ink" />
      <rect x="14" y="7" width="4" height="18" rx="2" className="fill-paper dark:fill-coin" />
    </svg>
  );
}
