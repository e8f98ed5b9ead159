import { randomUUID } from 'node:crypto'
import { until } from '../until.ts'
import type { Credential, HttpResponse, Request, Transport } from './client.ts'
import { type Group, type Operation, queryOf, type RejectionCase, rejectionCasesOf, specification } from './operations.ts'

/** The status of each kind of error. `signedOut` and `unauthorised` share one and differ in the documented body. */
const statuses: Record<RejectionCase, number> = {
  signedOut: 401,
  unauthorised: 401,
  forbidden: 403,
  private: 404,
  invalid: 400,
  missing: 404,
  conflict: 409,
}

export interface Contract {
  /**
   * Makes a call that must succeed. The first time, it first causes each error that the specification implies, except conflicts. The
   * success then also shows that the failed calls changed nothing.
   * @returns the body
   */
  reach(operation: Operation, request?: Request): Promise<HttpResponse['body']>
  reject(operation: Operation, rejection: RejectionCase, request?: Request): Promise<void>
  wait(operation: Operation, request: Request, isSo: (body: HttpResponse['body']) => boolean): Promise<HttpResponse['body']>
  differences: readonly string[]
  deviations(): string[]
}

export function contractOf(group: Group, call: Transport, outsider: Credential): Contract {
  const outcomesByOperation = new Map<Operation, Set<RejectionCase | 'success'>>()
  const differences: string[] = []
  const sentParameters = new Set<string>()
  const note = (operation: Operation, outcome: RejectionCase | 'success') => {
    const outcomes = outcomesByOperation.get(operation) ?? new Set()
    outcomesByOperation.set(operation, outcomes.add(outcome))
  }

  async function reject(operation: Operation, rejection: RejectionCase, request: Request = {}): Promise<void> {
    note(operation, rejection)
    const { status, body } = await call(operation, request)
    const { code, message } = body?.error ?? body ?? {}
    if (status === statuses[rejection] && code && message && (rejection !== 'unauthorised' || code === 'unauthorised')) return
    differences.push(`${operation} ${rejection}: ${status} ${code}: ${message}`)
  }

  async function expectDenialFirst(operation: Operation, request: Request): Promise<void> {
    for (const rejection of rejectionCasesOf(operation))
      if (rejection !== 'conflict' && !outcomesByOperation.get(operation)?.has(rejection))
        await reject(operation, rejection, variants[rejection](request, outsider))
  }

  async function reach(operation: Operation, request: Request = {}) {
    await expectDenialFirst(operation, request)
    const { status, body } = await call(operation, request)
    if (status < 200 || status > 299) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`)
    note(operation, 'success')
    for (const name of Object.keys(request.query ?? {})) sentParameters.add(`${operation} ?${name}`)
    return body
  }

  return {
    reach,
    reject,
    async wait(operation, request, isSo) {
      let body: HttpResponse['body']
      const sendRequest = async () => {
        body = await reach(operation, request)
        return isSo(body)
      }
      await until(sendRequest).catch((error) => {
        throw new Error(`${operation}: ${error.message}; last response: ${JSON.stringify(body)}`)
      })
      return body
    },
    differences,
    deviations() {
      const operations = Object.keys(specification[group]) as Operation[]
      const missingCases = operations.flatMap((operation) => [
        ...['success' as const, ...rejectionCasesOf(operation)]
          .filter((outcome) => !outcomesByOperation.get(operation)?.has(outcome))
          .map((outcome) => `${operation} ${outcome}`),
        ...queryOf(operation)
          .map((name) => `${operation} ?${name}`)
          .filter((parameter) => !sentParameters.has(parameter)),
      ])
      return [...differences, ...missingCases.map((label) => `${label}: not reached`)]
    },
  }
}

const variants: Record<Exclude<RejectionCase, 'conflict'>, (request: Request, outsider: Credential) => Request> = {
  signedOut: ({ as: _, ...request }) => request,
  unauthorised: (request, outsider) => ({ ...request, as: outsider }),
  forbidden: (request, outsider) => ({ ...request, as: outsider }),
  private: (request, outsider) => ({ ...request, as: outsider }),
  invalid: invalidRequest,
  missing: (request) => ({
    ...request,
    path: Object.fromEntries(Object.entries(request.path ?? {}).map(([name, value]) => [name, loadUnknown(value)])),
  }),
}

/** Replaces values in the query, or else in the body, by values of the wrong type. Text in a query has no wrong type. */
function invalidRequest({ query, body, ...properties }: Request): Request {
  if (query) {
    const invalidQuery = Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, 'neither']]))
    return { ...properties, query: Object.fromEntries(invalidQuery), body }
  }
  if (Array.isArray(body)) return { ...properties, body: [{}] }
  return { ...properties, body: Object.fromEntries(Object.keys(body as object).map((name) => [name, { not: 'this' }])) }
}

function loadUnknown(value: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return randomUUID()
  if (/^[\da-f]{32}$/.test(value)) return 'f'.repeat(32)
  return /^\d+$/.test(value) ? '9'.repeat(value.length) : `no-${randomUUID()}`
}
