import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { Access, Verdict } from '../auth/access.ts'
import type { Actor, Machine, Person } from '../auth/actor.ts'
import type { ApiKeyScope } from '../auth/scopes.ts'
import type { StepUpNeed } from '../auth/stepUp.ts'
import type { Clients } from '../clients/clients.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { ErrorCode } from '../errors.ts'
import type { Jobs } from '../workflows/jobs.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'OPTIONS'
type ResponseSchemas = Partial<Record<200 | 201 | 202 | 204, TSchema>>
type RequestPart<S> = S extends TSchema ? Static<S> : Record<string, never>

/**
 * The context of a handler. Except for GET, `db` *is* the transaction of the call. No external service is called while the transaction is
 * open.
 */
export interface Call<P, Q, B, H = Record<string, never>> {
  db: Db
  /**
   * The signed-in person.
   * @throws unauthenticated if the call has none, so that a missing check fails closed
   */
  readonly actor: Person
  caller: Actor
  params: P
  query: Q
  body: B
  headers: H
  requestId: string
  config: Config
  jobs: Jobs
  now: () => Date
  /** Applies a policy's verdict. @throws the error from the table in access.ts, with the verdict's reason. */
  allow(verdict: Verdict): void
  /** Used by operations with `stepUp: 'byRow'`. @throws stepUpNeeded if a recent second factor is required and missing. */
  requireStepUp(need: StepUpNeed | undefined): Promise<void>
  /**
   * Checks If-Match.
   * @returns whether the header names this version
   * @throws versionMismatch (412)
   */
  ifMatch(version: number): boolean
  audit(event: { subject: { kind: string; id: string }; before?: unknown; after?: unknown }): void
  /** Notifies open screens of a change when the transaction commits. If `people` is undefined, everyone signed in is notified. */
  changed(kind: string, id: string, people?: string[]): Promise<void>
}

/** The context of `prepare`, which runs before the transaction: it can call external services and must not write. */
export interface Preparation<P, Q, B> {
  params: P
  query: Q
  body: B
  readonly actor: Person
  caller: Actor
  db: Db
  clients: Clients
  config: Config
  now: () => Date
  signal: AbortSignal
}

export interface Reply<T> {
  status: number
  body: T
  headers?: Record<string, string>
}

/** The file, the function, the operationId, the client method and the test title of an operation have the same name. */
export interface Operation<
  P extends TObject | undefined = TObject | undefined,
  Q extends TObject | undefined = TObject | undefined,
  B extends TSchema | undefined = TSchema | undefined,
  A extends ResponseSchemas = ResponseSchemas,
  X = unknown,
  I extends string = string,
  H extends TObject | undefined = TObject | undefined,
> {
  id: I
  method: Method
  path: string
  tag: string
  summary: string
  description?: string
  access: Access
  /**
   * Calls that need a recent sign-in with a second factor, depending on the setting `stepUp`. This is checked after all other checks and
   * before the commit, or before the handler if the handler opens its own transactions. `byRow`: the handler calls `requireStepUp`, because
   * the need depends on the row; the call fails if the handler ends without this check.
   */
  stepUp?: StepUpNeed | 'byRow' | ((requested: { actor: Person; params: RequestPart<P>; body: RequestPart<B> }) => StepUpNeed | undefined)
  /** A machine can also call it, with a key of this scope. */
  apiKey?: ApiKeyScope
  /**
   * For operations whose URL contains a credential. `find` runs before all other checks. If it finds nothing, the call fails with
   * `denialMessage`.
   */
  credential?: {
    find(params: RequestPart<P>, from: { db: Db; config: Config; now: Date }): Promise<Machine | undefined>
    denialMessage: string
  }
  /** The operation ignores credentials, so that wrong credentials are not rejected and all callers get the same response. */
  ignoresCredentials?: true
  /** The default number of items of a list that is returned as a whole. If absent, all items are returned. */
  pageSize?: number
  /** Number of calls per minute and caller. By default, all calls of a caller share a limit of 1,200 per minute. */
  perMinute?: number
  /** The operation runs even if many calls wait for a connection to the database. */
  urgent?: true
  /** The operation also runs while Slipway is paused after a restore, because it doesn't change external systems. */
  duringRestore?: true
  developmentOnly?: true
  params?: P
  query?: Q
  body?: B
  headers?: H
  /** A POST that only reads, so it has no transaction and no audit event. */
  readOnly?: true
  /**
   * A GET whose answer to administrators and auditors can lag behind by some seconds, so that a read replica can give it. Nothing reloads
   * the answer when the data changes.
   */
  canLag?: true
  /** A GET with side effects, so links from other sites are rejected. */
  sameOriginOnly?: true
  /** The rows of the operation already record allowed calls, so only denied and failed calls write an audit event. */
  customAudit?: true
  /** Each item of the call writes its own audit event. The call itself writes one only if it fails, or if the handler calls `audit`. */
  auditedItems?: true
  /** Largest body in bytes. Default 1 MB. */
  maxBytes?: number
  consumes?: readonly string[]
  /** A GET that exports data, so it writes an audit event. */
  audited?: true
  /** The handler opens one transaction per item, so that a failure does not undo the others. */
  transactions?: 'own'
  /** The response has a secret and is never stored. A repeated Idempotency-Key gets this message (409). */
  shownOnceMessage?: string
  produces?: 'text/csv' | 'application/x-ndjson' | 'image/*'
  responses: A
  /**
   * Error responses that the API description declares, in addition to the 401 according to `access.ts`. The typed client returns them as
   * responses.
   */
  extraErrorStatuses?: readonly (401 | 404 | 503)[]
  /** Error codes in addition to the common ones (see `commonErrors`). */
  errors?: ErrorCode[]
  /**
   * Reads rows while the caller is still being identified, and is used instead of `prepare`. The read must not depend on the caller, who is
   * authorized before the handler gets the result. The parameters are not validated yet.
   */
  preload?(from: { params: RequestPart<P>; db: Db }): Promise<X>
  prepare?(preparation: Preparation<RequestPart<P>, RequestPart<Q>, RequestPart<B>>): Promise<X>
  handler(
    call: Call<RequestPart<P>, RequestPart<Q>, RequestPart<B>, RequestPart<H>>,
    prepared: X,
  ): Promise<Static<NonNullable<A[keyof A]>> | Reply<Static<NonNullable<A[keyof A]>>>>
  afterCommit?(
    after: { db: Db; config: Config; readonly actor: Person; now: () => Date },
    reply: Reply<Static<NonNullable<A[keyof A]>>>,
  ): Promise<Reply<Static<NonNullable<A[keyof A]>>>>
}

export function operation<
  const I extends string,
  A extends ResponseSchemas,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  X = undefined,
  H extends TObject | undefined = undefined,
>(definition: Operation<P, Q, B, A, X, I, H>): Operation<P, Q, B, A, X, I, H> {
  return definition
}

export function reply<T>(status: number, body: T, headers?: Record<string, string>): Reply<T> {
  return { status, body, ...(headers ? { headers } : {}), [replyMarker]: true } as Reply<T>
}
export function replyFile(name: string, body: Readable): Reply<string> {
  return reply<string>(200, body as unknown as string, { 'content-disposition': `attachment; filename="${name}"` })
}
export function replyInline(name: string, contentType: string, body: Readable): Reply<string> {
  return reply<string>(200, body as unknown as string, {
    'content-type': contentType,
    'content-disposition': `inline; filename="${name}"`,
    'cache-control': 'private, no-store',
  })
}
const replyMarker = Symbol('reply')
export function asReply(value: unknown): Reply<unknown> | undefined {
  return typeof value === 'object' && value !== null && replyMarker in value ? (value as unknown as Reply<unknown>) : undefined
}
