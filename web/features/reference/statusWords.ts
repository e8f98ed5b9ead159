/** What each status means, wherever it is answered. */
const meanings: Record<number, string> = {
  200: 'It went well.',
  201: 'It was made; the body shows it, `Location` where it is.',
  202: 'It was accepted and goes on in the background.',
  204: 'It went well; there is nothing to say.',
  400: 'Something sent is not valid; `errors` names each field.',
  401: 'Nobody is signed in, or the person may not do this to this record.',
  403: 'The person may not do this; `message` says why.',
  404: 'There is no such thing, or it is not for this person to know.',
  409: 'Not possible now: a name is taken, it is still in use, or it was decided already.',
  412: 'Someone changed it since it was read: read it again.',
  413: 'The body is larger than 1 MB.',
  415: 'Only `application/json` is accepted.',
  421: 'The host name is not one Slipway answers for.',
  422: 'The `Idempotency-Key` was used for another request.',
  429: 'Too many requests: wait a minute.',
  500: 'Something went wrong in Slipway; nothing was changed.',
  502: 'A service Slipway depends on did not answer; nothing was changed.',
  503: 'Slipway is not ready: try again in a moment.',
}

/** Words of the operation itself come first; those a generator filled in say nothing. */
export function statusWords(status: number, description: string): string {
  return description && description !== 'Default Response' ? description : (meanings[status] ?? '')
}
