import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { Access, Verdict } from '../auth/access.ts'
import type { Actor, Machine, Person } from '../auth/actor.ts'
import type { Scope } from '../auth/scopes.ts'
import type { StepUpNeed } from '../auth/stepUp.ts'
import type { Clients } from '../clients/clients.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { ErrorCode } from '../errors.ts'
import type { Jobs } from '../workflows/jobs.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'OPTIONS'
type Answers = Partial<Record<200 | 201 | 202 | 204, TSchema>>
type Part<S> = S extends TSchema ? Static<S> : Record<string, never>

/** A handler's context. Except for GET, `db` *is* the transaction of the call; outside services are not called while it is open. */
export interface Call<P, Q, B, H = Record<string, never>> {
  db: Db
  /** The signed-in person. @throws unauthenticated if there is none, so that a missing check fails closed. */
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
  /** Applies a policy's verdict. @throws the refusal from the table in access.ts, with the verdict's reason. */
  allow(verdict: Verdict): void
  /** For operations with `stepUp: 'byRow'`. @throws stepUpNeeded if a recent second factor is required and missing. */
  requireStepUp(need: StepUpNeed | undefined): Promise<void>
  /** Checks If-Match. @returns whether it names this version. @throws versionMismatch (412). */
  ifMatch(version: number): boolean
  audit(event: { subject: { kind: string; id: string }; before?: unknown; after?: unknown }): void
  /** Notifies open screens of a change, at commit. `people` undefined = everyone signed in. */
  changed(kind: string, id: string, people?: string[]): Promise<void>
}

/** The context of `prepare`, which runs before the transaction: it can call outside services and must not write. */
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
  /** Aborts calls to the cloud when the caller disconnects. */
  signal: AbortSignal
}

export interface Reply<T> {
  status: number
  body: T
  headers?: Record<string, string>
}

/** One call of the API with all of its properties. File = function = operationId = client method = test title. */
export interface Operation<
  P extends TObject | undefined = TObject | undefined,
  Q extends TObject | undefined = TObject | undefined,
  B extends TSchema | undefined = TSchema | undefined,
  A extends Answers = Answers,
  X = unknown,
  I extends string = string,
  H extends TObject | undefined = TObject | undefined,
> {
  id: I
  method: Method
  /** Path as in the specification: `/accounts/{id}`. */
  path: string
  tag: string
  summary: string
  description?: string
  access: Access
  /**
   * Calls that need a recent sign-in with a second factor, depending on the setting `stepUp`. It is checked after all other checks and
   * before the commit; before the handler if that opens its own transactions. `byRow`: the handler calls `requireStepUp`, because the need
   * depends on the row, and fails if it ends without that call.
   */
  stepUp?: StepUpNeed | 'byRow' | ((asked: { actor: Person; params: Part<P>; body: Part<B> }) => StepUpNeed | undefined)
  /** A machine can also call it, with a key of this scope. */
  apiKey?: Scope
  /** For credentials in the address: `find` runs before all other checks, and a caller without a match gets this refusal. */
  credential?: {
    find(params: Part<P>, from: { db: Db; config: Config; now: Date }): Promise<Machine | undefined>
    refusal: string
  }
  /** Ignores credentials, so that wrong ones are not rejected and all callers get the same response. */
  ignoresCredentials?: true
  /** For a list that is returned whole: default number of items; absent for all. */
  pageSize?: number
  /** Calls per minute and caller; by default, all calls of a caller share a limit of 1,200 per minute. */
  perMinute?: number
  /** Is answered even when many calls wait for a connection to the database. */
  urgent?: true
  /** Not registered in production. */
  developmentOnly?: true
  params?: P
  query?: Q
  body?: B
  headers?: H
  /** A POST that only reads: no transaction, no audit event. */
  changesNothing?: true
  /** A GET with side effects: links from other sites are rejected. */
  onlyFromHere?: true
  /** Its own rows record allowed calls, so only refused ones write an audit event. */
  ownTrail?: true
  /** Largest body in bytes. Default 1 MB. */
  maxBytes?: number
  /** JSON media types accepted besides application/json. */
  takes?: readonly string[]
  /** A GET that exports data, so it writes an audit event. */
  leavesTrace?: true
  /** The handler opens a transaction per item: a failure does not undo the others. */
  transactions?: 'own'
  /** The response has a secret and is never stored; a repeated Idempotency-Key gets this message (409). */
  shownOnceMessage?: string
  /** Media type of success responses that are not JSON. */
  produces?: 'text/csv' | 'application/x-ndjson'
  answers: A
  /**
   * Refusals that the contract declares, in addition to 401 for calls that `access.ts` answers so; the typed client returns them as
   * responses.
   */
  declares?: readonly (401 | 404 | 503)[]
  /** Error codes in addition to the common ones (see `commonErrors`). */
  errors?: ErrorCode[]
  /**
   * Reads rows while the caller is still being identified, instead of `prepare`. It must not depend on the caller, who is authorized
   * before the handler gets its result; params are not validated yet.
   */
  preload?(from: { params: Part<P>; db: Db }): Promise<X>
  prepare?(preparation: Preparation<Part<P>, Part<Q>, Part<B>>): Promise<X>
  handler(
    call: Call<Part<P>, Part<Q>, Part<B>, Part<H>>,
    prepared: X,
  ): Promise<Static<NonNullable<A[keyof A]>> | Reply<Static<NonNullable<A[keyof A]>>>>
  /** Runs after the commit: can wait briefly for started work and return its result. */
  committed?(
    after: { db: Db; config: Config; readonly actor: Person; now: () => Date },
    answer: Reply<Static<NonNullable<A[keyof A]>>>,
  ): Promise<Reply<Static<NonNullable<A[keyof A]>>>>
}

export function operation<
  const I extends string,
  A extends Answers,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  X = undefined,
  H extends TObject | undefined = undefined,
>(definition: Operation<P, Q, B, A, X, I, H>): Operation<P, Q, B, A, X, I, H> {
  return definition
}

export function reply<T>(status: number, body: T, headers?: Record<string, string>): Reply<T> {
  return { status, body, ...(headers ? { headers } : {}), [isReply]: true } as Reply<T>
}
export function replyStream(status: number, body: Readable, headers: Record<string, string>): Reply<string> {
  return reply<string>(status, body as unknown as string, headers)
}
const isReply = Symbol('reply')
export function asReply(value: unknown): Reply<unknown> | undefined {
  return typeof value === 'object' && value !== null && isReply in value ? (value as unknown as Reply<unknown>) : undefined
}
