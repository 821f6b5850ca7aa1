/**
 * Before each file that calls route files' functions by itself: routes that have doors of their own go without, as all others do
 * there. Their doors are tried in tests/unit/own-door.test.ts, and over sockets by the integration suite.
 */
import { vi } from "vitest";

vi.mock("@/lib/own-door", () => ({
  ownDoor: (_path: string, _entries: unknown, functions: unknown) => functions,
}));
