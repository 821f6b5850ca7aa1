import { Notice } from "@/components/ui/notice";
import { ErrorState } from "@/components/ui/state";
import type { Scope } from "@/lib/security/report/scope";

interface ScopeStatusProps {
  id: string;
  scope: Scope | null;
  typed: boolean;
  /** Asks for the same once more. */
  onAgain: () => void;
}

/** Whether the typed site may be scanned, and why not, in words. */
export function ScopeStatus({ id, scope, typed, onAgain }: ScopeStatusProps) {
  return (
    <div id={id} role="status" aria-label="Scope">
      {!typed ? (
        <p className="text-note text-muted">
          Type an address to see, free, whether it may be scanned. The site itself is not asked.
        </p>
      ) : scope === null ? (
        <p className="text-note text-muted">Checking…</p>
      ) : (
        <Told scope={scope} onAgain={onAgain} />
      )}
    </div>
  );
}

const Problems = ({ problems }: { problems: readonly string[] }) => (
  <ul className="grid gap-1">
    {problems.map((problem) => (
      <li key={problem}>
        <bdi>{problem}</bdi>
      </li>
    ))}
  </ul>
);

function Told({ scope, onAgain }: { scope: Scope; onAgain: () => void }) {
  switch (scope.at) {
    case "in_scope":
      return (
        <Notice kind="good" title="In scope">
          <p>
            <bdi className="figures">{scope.target}</bdi>, allowed by{" "}
            <bdi className="figures">{scope.pattern}</bdi>. {scope.notes.join(" ")}
          </p>
        </Notice>
      );
    case "not_covered":
      return (
        <Notice kind="warn" title="Your allowlist does not cover it">
          <Problems problems={scope.problems} />
        </Notice>
      );
    case "refused":
      return (
        <Notice kind="bad" title={scope.never ? "This is scanned for nobody" : "Not an address to scan"}>
          <Problems problems={scope.problems} />
        </Notice>
      );
    case "busy":
      return (
        <Notice kind="warn" title="Too many checks at once">
          <p>It is asked again by itself in {scope.retryAfterSec} s.</p>
        </Notice>
      );
    case "unreachable":
      return (
        <ErrorState title="The service did not answer" retry={onAgain}>
          <p>Nothing was charged.</p>
        </ErrorState>
      );
  }
}
