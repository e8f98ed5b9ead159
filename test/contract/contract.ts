import { randomUUID } from 'node:crypto'
import { until } from '../until.ts'
import type { Answer, Credential, Request, Transport } from './client.ts'
import { type Group, type Operation, queryOf, type Refusal, refusalsOf, specification } from './operations.ts'

/** The status of each refusal. `signedOut` and `unauthorised` share one and differ in the documented body. */
const statuses: Record<Refusal, number> = {
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
   * Makes a call that must succeed. The first time, it first tries each refusal that the specification implies, except conflicts; the
   * success then also shows that the refused calls changed nothing.
   * @returns the body
   */
  reach(operation: Operation, request?: Request): Promise<Answer['body']>
  refuse(operation: Operation, refusal: Refusal, request?: Request): Promise<void>
  wait(operation: Operation, request: Request, isSo: (body: Answer['body']) => boolean): Promise<Answer['body']>
  differences: readonly string[]
  deviations(): string[]
}

/** Tracks the responses to a group’s calls. `stranger` is signed in without any permission. */
export function contractOf(group: Group, call: Transport, stranger: Credential): Contract {
  const reached = new Map<Operation, Set<Refusal | 'success'>>()
  const differences: string[] = []
  const sent = new Set<string>()
  const note = (operation: Operation, outcome: Refusal | 'success') => {
    const outcomes = reached.get(operation) ?? new Set()
    reached.set(operation, outcomes.add(outcome))
  }

  async function refuse(operation: Operation, refusal: Refusal, request: Request = {}): Promise<void> {
    note(operation, refusal)
    const { status, body } = await call(operation, request)
    const { code, message } = body?.error ?? body ?? {}
    if (status === statuses[refusal] && code && message && (refusal !== 'unauthorised' || code === 'unauthorised')) return
    differences.push(`${operation} ${refusal}: ${status} ${code}: ${message}`)
  }

  async function refuseFirst(operation: Operation, request: Request): Promise<void> {
    for (const refusal of refusalsOf(operation))
      if (refusal !== 'conflict' && !reached.get(operation)?.has(refusal))
        await refuse(operation, refusal, variants[refusal](request, stranger))
  }

  async function reach(operation: Operation, request: Request = {}) {
    await refuseFirst(operation, request)
    const { status, body } = await call(operation, request)
    if (status < 200 || status > 299) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`)
    note(operation, 'success')
    for (const name of Object.keys(request.query ?? {})) sent.add(`${operation} ?${name}`)
    return body
  }

  return {
    reach,
    refuse,
    async wait(operation, request, isSo) {
      let body: Answer['body']
      const ask = async () => {
        body = await reach(operation, request)
        return isSo(body)
      }
      await until(ask).catch((error) => {
        throw new Error(`${operation}: ${error.message}; last answer: ${JSON.stringify(body)}`)
      })
      return body
    },
    differences,
    deviations() {
      const operations = Object.keys(specification[group]) as Operation[]
      const missing = operations.flatMap((operation) => [
        ...['success' as const, ...refusalsOf(operation)]
          .filter((outcome) => !reached.get(operation)?.has(outcome))
          .map((outcome) => `${operation} ${outcome}`),
        ...queryOf(operation)
          .map((name) => `${operation} ?${name}`)
          .filter((parameter) => !sent.has(parameter)),
      ])
      return [...differences, ...missing.map((what) => `${what}: not reached`)]
    },
  }
}

const variants: Record<Exclude<Refusal, 'conflict'>, (request: Request, stranger: Credential) => Request> = {
  signedOut: ({ as: _, ...request }) => request,
  unauthorised: (request, stranger) => ({ ...request, as: stranger }),
  forbidden: (request, stranger) => ({ ...request, as: stranger }),
  private: (request, stranger) => ({ ...request, as: stranger }),
  invalid: spoiled,
  missing: (request) => ({
    ...request,
    path: Object.fromEntries(Object.entries(request.path ?? {}).map(([name, value]) => [name, unknown(value)])),
  }),
}

/** Replaces values in the query, or else in the body, by values of the wrong type. Text in a query has no wrong type. */
function spoiled({ query, body, ...rest }: Request): Request {
  if (query) {
    const wrong = Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, 'neither']]))
    return { ...rest, query: Object.fromEntries(wrong), body }
  }
  if (Array.isArray(body)) return { ...rest, body: [{}] }
  return { ...rest, body: Object.fromEntries(Object.keys(body as object).map((name) => [name, { not: 'this' }])) }
}

function unknown(value: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return randomUUID()
  if (/^[\da-f]{32}$/.test(value)) return 'f'.repeat(32)
  return /^\d+$/.test(value) ? '9'.repeat(value.length) : `no-${randomUUID()}`
}
