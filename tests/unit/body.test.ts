import { describe, expect, it } from "vitest";
import { readArguments } from "@/lib/http/body";

describe("a body", () => {
  it("whose sender hangs up before its end is no failure of the service", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("{"));
        controller.error(new Error("aborted"));
      },
    });
    // Streams need the member that says so; the DOM's types don't have it.
    const request = new Request("https://svc.example.com/", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    await expect(readArguments(request, 1_000)).rejects.toMatchObject({
      code: "invalid_request",
      status: 400,
    });
  });
});
