import type { Static, TSchema } from 'typebox'
import type { Problem } from '../server/errors.ts'
import type { ListQuery } from '../server/http/list.ts'

type StaticOf<S> = [Extract<S, TSchema>] extends [never] ? undefined : Static<Extract<S, TSchema>>

type SuccessBody<A> = 200 extends keyof A ? StaticOf<A[200]> : undefined

type Query<Q, B, A> = [StaticOf<B>] extends [undefined]
  ? SuccessBody<A> extends readonly unknown[] | { items: readonly unknown[] }
    ? StaticOf<Q> extends { page?: number }
      ? StaticOf<Q>
      : [StaticOf<Q>] extends [undefined]
        ? ListQuery | undefined
        : StaticOf<Q> & Omit<ListQuery, keyof StaticOf<Q>>
    : StaticOf<Q>
  : StaticOf<Q>

export type TypesOf<
  O extends { params?: unknown; query?: unknown; body?: unknown; responses: object },
  R extends { statuses: readonly number[]; apiKey?: true } = { statuses: readonly [] },
> = {
  params: StaticOf<O['params']>
  query: Query<O['query'], O['body'], O['responses']>
  body: StaticOf<O['body']>
  /** Every call accepts these headers, and `x-api-key` if keys are allowed. `if-match` is the version in quotes. */
  headers?: { 'if-match'?: string; 'idempotency-key'?: string } & (R extends { apiKey: true } ? { 'x-api-key'?: string } : unknown)
  responses: {
    [S in (keyof O['responses'] & number) | R['statuses'][number]]: S extends keyof O['responses']
      ? StaticOf<O['responses'][S]>
      : Static<typeof Problem>
  }
}
