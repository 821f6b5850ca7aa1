/** A share of the largest, beside its figure: for the eye alone, since the figure says it. */
export const Bar = ({ share }: { share: number }) => (
  <svg viewBox="0 0 64 8" className="mr-2 inline-block h-2 w-16 max-sm:hidden" aria-hidden="true">
    <rect width="64" height="8" rx="2" className="fill-rule" />
    <rect width={Math.max(1, 64 * share)} height="8" rx="2" className="fill-coin" />
  </svg>
);
