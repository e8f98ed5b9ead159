import type { Static, TSchema } from 'typebox'
import type { Problem } from '../server/errors.ts'
import type { ListQuery } from '../server/http/list.ts'

type Of<S> = [Extract<S, TSchema>] extends [never] ? undefined : Static<Extract<S, TSchema>>

type SuccessBody<A> = 200 extends keyof A ? Of<A[200]> : undefined

type Query<Q, B, A> = [Of<B>] extends [undefined]
  ? SuccessBody<A> extends readonly unknown[] | { items: readonly unknown[] }
    ? Of<Q> extends { page?: number }
      ? Of<Q>
      : [Of<Q>] extends [undefined]
        ? ListQuery | undefined
        : Of<Q> & Omit<ListQuery, keyof Of<Q>>
    : Of<Q>
  : Of<Q>

export type TypesOf<
  O extends { params?: unknown; query?: unknown; body?: unknown; responses: object },
  R extends { statuses: readonly number[]; apiKey?: true } = { statuses: readonly [] },
> = {
  params: Of<O['params']>
  query: Query<O['query'], O['body'], O['responses']>
  body: Of<O['body']>
  /** Every call accepts these headers, and `x-api-key` if keys are allowed. `if-match` is the version in quotes. */
  headers?: { 'if-match'?: string; 'idempotency-key'?: string } & (R extends { apiKey: true } ? { 'x-api-key'?: string } : unknown)
  responses: {
    [S in (keyof O['responses'] & number) | R['statuses'][number]]: S extends keyof O['responses']
      ? Of<O['responses'][S]>
      : Static<typeof Problem>
  }
}
