import type { Static, TSchema } from 'typebox'
import type { Problem } from '../server/errors.ts'
import type { ListQuery } from '../server/http/list.ts'

type Of<S> = [Extract<S, TSchema>] extends [never] ? undefined : Static<Extract<S, TSchema>>

type Good<A> = 200 extends keyof A ? Of<A[200]> : undefined

/** Operations without a body that return a list as a whole also accept the parameters of every list. */
type Query<Q, B, A> = [Of<B>] extends [undefined]
  ? Good<A> extends readonly unknown[] | { items: readonly unknown[] }
    ? Of<Q> extends { page?: number }
      ? Of<Q>
      : [Of<Q>] extends [undefined]
        ? ListQuery | undefined
        : Of<Q> & Omit<ListQuery, keyof Of<Q>>
    : Of<Q>
  : Of<Q>

/** The client's types of one operation, which are derived from its schemas: `{ createTower: TypesOf<typeof createTower>, … }`. */
export type TypesOf<
  O extends { params?: unknown; query?: unknown; body?: unknown; answers: object },
  R extends { statuses: readonly number[]; apiKey?: true } = { statuses: readonly [] },
> = {
  params: Of<O['params']>
  query: Query<O['query'], O['body'], O['answers']>
  body: Of<O['body']>
  /** Every call accepts these headers, and `x-api-key` if keys are allowed. `if-match` is the version in quotes. */
  headers?: { 'if-match'?: string; 'idempotency-key'?: string } & (R extends { apiKey: true } ? { 'x-api-key'?: string } : unknown)
  /** The error responses that the API description declares contain problem details. */
  answers: {
    [S in (keyof O['answers'] & number) | R['statuses'][number]]: S extends keyof O['answers']
      ? Of<O['answers'][S]>
      : Static<typeof Problem>
  }
}
