/**
 * Requests and answers of HTTP with the members that the product and the store's client read, and no others: whole ones
 * of the platform cost more than all else that a message does.
 */

const encoder = new TextEncoder();

/** A body that comes in one piece. */
function bodyOf(text: string) {
  let isRead = false;
  const reader = {
    read: async () => {
      if (isRead) return { done: true, value: undefined };
      isRead = true;
      return { done: false, value: encoder.encode(text) };
    },
    cancel: async () => undefined,
  };
  return { getReader: () => reader };
}

const ANSWER_HEADERS = new Headers({ "content-type": "application/json" });

/** What an instance's `fetch` resolves to. */
export function responseOf(status: number, text: string): Response {
  const response = {
    ...{ status, ok: status >= 200 && status < 300, statusText: "", headers: ANSWER_HEADERS },
    body: bodyOf(text),
    text: async () => text,
    json: async () => JSON.parse(text) as unknown,
  };
  return response as unknown as Response; // those members, and no others
}

/** What a client sends: JSON, or nothing. */
export function requestOf(url: string, headers: Readonly<Record<string, string>>, text: string): Request {
  const request = {
    ...{ method: "POST", url, headers: new Headers({ "content-type": "application/json", ...headers }) },
    body: text === "" ? null : bodyOf(text),
  };
  return request as unknown as Request; // those members, and no others
}
