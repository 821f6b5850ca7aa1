import { afterEach, expect, it, vi } from "vitest";
import { env } from "@/lib/env";
import { toolEndpointOf } from "@/lib/mcp/endpoint/handler";

afterEach(() => {
  vi.restoreAllMocks();
});

it("a client that hangs up in the middle of its message is no failure of the service, and asks no tool", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const asked = vi.fn();
  const { POST } = toolEndpointOf({ fetch: asked, close: async () => undefined } as never); // it is not to be asked
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"jsonrpc":"2.0",'));
      controller.error(new Error("aborted"));
    },
  });
  const response = await POST(
    new Request(`${env().PUBLIC_ORIGIN}/api/mcp`, {
      ...{ method: "POST", headers: { host: new URL(env().PUBLIC_ORIGIN).host }, body },
      duplex: "half",
    } as RequestInit), // streams need the member that says so; the DOM's types don't have it
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_request" });
  expect(logged).not.toHaveBeenCalled();
  expect(asked).not.toHaveBeenCalled();
});
