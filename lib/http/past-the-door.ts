const past = new WeakSet<Request>();

/** Notes a request for whose route a door has been asked already, or whose call was counted before it came to be. */
export function notePastTheDoor(request: Request): Request {
  past.add(request);
  return request;
}

export const isPastTheDoor = (request: Request): boolean => past.has(request);
