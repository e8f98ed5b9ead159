import { ApiError } from '../../client/errors.ts'

export interface ProblemText {
  message: string
  /** `name` is the form field: `/budget/amount` is `budget.amount`. */
  fields: { name: string; message: string }[]
  requestId: string | undefined
  status: number | undefined
  code: string | undefined
}

export const problemLabels = {
  outcomeUnknown: 'It isn’t known whether this was saved. Check the page before you try again.',
} as const

export function problemOf(error: unknown): ProblemText {
  if (!(error instanceof ApiError)) {
    const isOffline = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
    const message = isOffline
      ? 'We can’t reach Slipway. Check your connection and try again.'
      : error instanceof Error
        ? error.message
        : 'Something went wrong. Try again.'
    return { message, fields: [], requestId: undefined, status: undefined, code: undefined }
  }
  const errors = (error.body as { errors?: { field?: string; message?: string }[] } | undefined)?.errors ?? []
  const fields = errors.flatMap(({ field, message }) =>
    field && message ? [{ name: field.replace(/^\//, '').replaceAll('/', '.'), message: sentence(message) }] : [],
  )
  // The server’s message is for programs, which can repeat the call with the same Idempotency-Key.
  const message = isOutcomeUnknown(error) ? problemLabels.outcomeUnknown : sentence(error.message)
  return { message, fields, requestId: error.requestId, status: error.status, code: error.code }
}

/** Returns true if the session has ended or never existed, which affects all calls. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401 && error.code === 'unauthenticated'
export const isOutcomeUnknown = (error: unknown) => error instanceof ApiError && error.code === 'outcomeUnknown'
/** A URL with a malformed ID names a record that doesn’t exist. */
export const isNotFound = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || (error.status === 400 && problemOf(error).fields.some(({ name }) => name === 'id')))
/** A missing Slipway permission returns 401 on some calls and 403 on others. */
export const isDenied = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || (error.status === 401 && error.code === 'unauthorised'))

/** Removes “Nothing was changed.” from the error of a call that only reads, and for screens that already say so. */
export const withoutUnchanged = (message: string): string =>
  message.replaceAll(' Nothing was changed.', '').replace(/^Nothing was changed\. /, '')

const sentence = (text: string) => (text === '' ? text : text[0]!.toLocaleUpperCase() + text.slice(1))
