import { expect, it } from "vitest";
import { documentHeaders as agentDocumentHeaders } from "@/lib/identity/document-headers";
import { documentHeaders } from "@/scripts/document-headers";

// RFC 9110, 8.8.3: hosts compress what they send, and the same tag over two encodings must not be a strong one.
it("the ETag that documents are configured with is weak", () => {
  const tags = documentHeaders().flatMap(({ headers }) =>
    headers.filter(({ key }) => key === "etag").map(({ value }) => value),
  );
  expect(tags.length).toBeGreaterThan(0);
  for (const tag of tags) expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
});

it("the ETag of an agent's document is weak", async () => {
  expect((await agentDocumentHeaders({ name: "A" })).etag).toMatch(/^W\/"[\da-f]{32}"$/);
});
