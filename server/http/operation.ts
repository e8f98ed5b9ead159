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

/** What a handler is handed. For all but GET `db` *is* the transaction of the call; nothing outside is called while it is open. */
export interface Call<P, Q, B, H = Record<string, never>> {
  db: Db
  /** The signed-in person. @throws unauthenticated when there is none, so that forgetting to ask fails closed. */
  readonly actor: Person
  /** Whoever calls, a machine or nobody included: for operations that not only people may call. */
  caller: Actor
  params: P
  query: Q
  body: B
  /** Those that the operation names. */
  headers: H
  requestId: string
  config: Config
  /** Work to be done after commit: enqueued in the same transaction. */
  jobs: Jobs
  now: () => Date
  /** Takes the verdict of a policy. @throws the refusal that the table in access.ts prescribes, with the verdict's reason. */
  allow(verdict: Verdict): void
  /** For operations with `stepUp: 'byRow'`. @throws stepUpNeeded where a recent second factor is needed and missing. */
  requireStepUp(need: StepUpNeed | undefined): Promise<void>
  /** Honours If-Match. @returns whether it names this version. @throws versionMismatch (412). */
  ifMatch(version: number): boolean
  /** What the audit event of this call says it was about. */
  audit(event: { subject: { kind: string; id: string }; before?: unknown; after?: unknown }): void
  /** Tells open screens that something changed; sent at commit. `people` undefined = everyone signed in. */
  changed(kind: string, id: string, people?: string[]): Promise<void>
}

/** What `prepare` is handed: it runs before the transaction, may call outside, and must not write. */
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
  /** What the cloud says under this signal is cut when the caller goes away. */
  signal: AbortSignal
}

export interface Reply<T> {
  status: number
  body: T
  headers?: Record<string, string>
}

/** One call of the API: everything about it in one place. File = function = operationId = client method = test title. */
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
  /** As the spec writes it: `/accounts/{id}`. */
  path: string
  tag: string
  summary: string
  description?: string
  access: Access
  /**
   * Which calls need a recent sign-in with a second factor, as the setting `stepUp` says. Checked when everything else about the call is
   * right and before it is committed; where the handler opens its own transactions, before it runs. `byRow`: the handler says it with
   * `requireStepUp`, because it depends on the row, and fails when it ends without having said it.
   */
  stepUp?: StepUpNeed | 'byRow' | ((asked: { actor: Person; params: Part<P>; body: Part<B> }) => StepUpNeed | undefined)
  /** A machine may call it too, with a key of this scope. */
  apiKey?: Scope
  /** Where the credential stands in the address: whose it is is asked before anything else, and whoever has none is refused in these words. */
  credential?: {
    find(params: Part<P>, from: { db: Db; config: Config; now: Date }): Promise<Machine | undefined>
    refusal: string
  }
  /** Answers everyone alike: credentials that come along are not looked at, so wrong ones are not refused. */
  ignoresCredentials?: true
  /** Of a list that is answered whole: how many items without `size`; without it all. */
  pageSize?: number
  /** How often one caller may, a minute; without it everything a caller does counts together, 1,200 a minute. */
  perMinute?: number
  /** Left out of production servers altogether. */
  developmentOnly?: true
  params?: P
  query?: Q
  body?: B
  /** Headers that belong to what is asked, their names in small letters. */
  headers?: H
  /** A POST that only asks: no transaction, no audit event of its own. */
  changesNothing?: true
  /** A GET that changes something after all: no page of another site may so much as link to it. */
  onlyFromHere?: true
  /** Rows of its own are the trail of what it let happen; what was refused leaves an audit event all the same. */
  ownTrail?: true
  /** The largest body it takes, in bytes; without it 1 MB. */
  maxBytes?: number
  /** Kinds of JSON it takes beside application/json. */
  takes?: readonly string[]
  /** A GET that takes data out of the house: it leaves an audit event all the same. */
  leavesTrace?: true
  /** Many things, each in a transaction that the handler opens itself: the others stand when one fails. */
  transactions?: 'own'
  /** Its answer holds a secret and is never kept: whoever repeats the Idempotency-Key is told this instead (409). */
  shownOnce?: string
  /** What its good answers are when they are not JSON. */
  produces?: 'text/csv' | 'application/x-ndjson'
  /** Success statuses and their bodies. */
  answers: A
  /** Refusals that the contract declares beside 401 on calls that `access.ts` answers so: the typed client hands them over as answers. */
  declares?: readonly (401 | 404 | 503)[]
  /** Codes it may answer beside those every call may (see `commonErrors`). */
  errors?: ErrorCode[]
  prepare?(preparation: Preparation<Part<P>, Part<Q>, Part<B>>): Promise<X>
  handler(
    call: Call<Part<P>, Part<Q>, Part<B>, Part<H>>,
    prepared: X,
  ): Promise<Static<NonNullable<A[keyof A]>> | Reply<Static<NonNullable<A[keyof A]>>>>
  /** After commit: may wait a moment for what was begun, and answer with what has become of it. */
  committed?(
    after: { db: Db; config: Config; readonly actor: Person; now: () => Date },
    answer: Reply<Static<NonNullable<A[keyof A]>>>,
  ): Promise<Reply<Static<NonNullable<A[keyof A]>>>>
}

/** Declares an operation; the identity function that lets TypeScript infer each part from its schema. */
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

/** Answers with a status other than the first declared one, or with headers. */
export function reply<T>(status: number, body: T, headers?: Record<string, string>): Reply<T> {
  return { status, body, ...(headers ? { headers } : {}), [isReply]: true } as Reply<T>
}
/** Answers with text that is written while it is read. */
export function replyStream(status: number, body: Readable, headers: Record<string, string>): Reply<string> {
  return reply<string>(status, body as unknown as string, headers)
}
const isReply = Symbol('reply')
export function asReply(value: unknown): Reply<unknown> | undefined {
  return typeof value === 'object' && value !== null && isReply in value ? (value as unknown as Reply<unknown>) : undefined
}
