import type { CatalogPath } from "@/lib/catalog";
import type { RouteFunction } from "@/lib/payments/serve";
import type * as closeBooks from "./cron/close-books/route";
import type * as reconcile from "./cron/reconcile/route";
import type * as receipt from "./receipt/route";
import type * as macro from "./svc-intel-macro/route";
import type * as tvl from "./svc-intel-tvl/route";
import type * as securityScope from "./svc-security-scope/route";

/**
 * Every catalog entry has a route file bound to it: an entry without one, or a file bound to another entry, does not
 * compile. Types only; nothing imports this at run time.
 */
interface Files {
  "/api/cron/close-books": typeof closeBooks;
  "/api/cron/reconcile": typeof reconcile;
  "/api/receipt": typeof receipt;
  "/api/svc-intel-macro": typeof macro;
  "/api/svc-intel-tvl": typeof tvl;
  "/api/svc-security-scope": typeof securityScope;
}

type Bound<Path extends CatalogPath> = { POST: RouteFunction<Path> } | { GET: RouteFunction<Path> };
type Complete<F extends { [Path in CatalogPath]: Bound<Path> }> = F;
export type Bindings = Complete<Files>;
