import type { Static, TSchema } from 'typebox'

type Of<S> = [Extract<S, TSchema>] extends [never] ? undefined : Static<Extract<S, TSchema>>

/** The client's types of one operation, taken from its schemas: `{ createTower: TypesOf<typeof createTower>, … }`. */
export type TypesOf<O extends { params?: unknown; query?: unknown; body?: unknown; answers: object }> = {
  params: Of<O['params']>
  query: Of<O['query']>
  body: Of<O['body']>
  /** What every call understands; `if-match` holds the version in quotes. */
  headers?: { 'if-match'?: string; 'idempotency-key'?: string }
  answers: { [S in keyof O['answers'] & number]: Of<O['answers'][S]> }
}
