/** A note that code of ours makes on a request, which nobody can send along: `note` returns the request. */
function requestNote() {
  const noted = new WeakSet<Request>();
  return {
    note(request: Request): Request {
      noted.add(request);
      return request;
    },
    isNoted: (request: Request): boolean => noted.has(request),
  };
}

/** Of a request for whose route a door has been asked already, or whose call was counted before it came to be. */
export const { note: notePastTheDoor, isNoted: isPastTheDoor } = requestNote();

/** Of a request that is made to learn what it costs: nobody gets its answer, and nothing is used up by it. */
export const { note: notePriceQuestion, isNoted: isPriceQuestion } = requestNote();
