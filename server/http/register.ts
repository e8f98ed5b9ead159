import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Compile } from 'typebox/compile'
import { canCall, denialCode, isDecidedByRow, type Verdict } from '../auth/access.ts'
import type { Actor } from '../auth/actor.ts'
import type { StepUpNeed } from '../auth/stepUp.ts'
import { type GuardedCall, withCallGuard } from '../clients/withCallGuard.ts'
import type { Context } from '../context.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { runInContext } from '../db/executionContext.ts'
import { errorCodes, Failure } from '../errors.ts'
import { span } from '../telemetry/span.ts'
import { publishChange } from '../workflows/changes.ts'
import { waitForRun, withKnownOutcome, withOwnTransactions } from './afterCommit.ts'
import { writeAudit } from './audit.ts'
import { declaredErrors, responseSchemas, securityOf } from './declared.ts'
import { idempotent, parseIdempotencyKey } from './idempotency.ts'
import { inMemoryListOf } from './inMemoryList.ts'
import { limitConcurrency } from './limitConcurrency.ts'
import type { MaintenanceGate } from './maintenance.ts'
import { asReply, type Call, type Operation, type Preparation, type Reply } from './operation.ts'
import { acceptJson } from './readJson.ts'
import type { RestoreGate } from './restoreGate.ts'
import { routePath } from './routePrefixes.ts'
import { runCall } from './runCall.ts'
import { declaredStepUp, requireStepUpFor } from './stepUp.ts'
import { subjectOfPath } from './subjectOfPath.ts'
import { canBeOmitted, requireNoBody } from './validation.ts'
import { personOf, withActor } from './withActor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
    traceId?: string
    auditSubject?: { kind: string; id: string } | undefined
    preloaded?: Promise<unknown> | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
    preload?(request: FastifyRequest): Promise<unknown> | undefined
  }
}

export class AuthorizationFailure extends Failure {}

function subjectOf(actor: Actor): string {
  if (actor.kind === 'anonymous') throw new Failure('unauthenticated', 'An Idempotency-Key needs a signed-in caller.')
  return actor.id
}

const changes = ({ method, readOnly }: Operation) => method !== 'GET' && !readOnly

function authorizeCall(operation: Operation, actor: Actor): void {
  if (operation.credential && actor.kind !== 'machine')
    throw new AuthorizationFailure('unauthenticated', operation.credential.denialMessage)
  const verdict = canCall(operation.access, actor, operation.apiKey)
  if (verdict === true) {
    if (actor.kind === 'person' && actor.isUnverified && changes(operation))
      throw new Failure(
        'unavailable',
        'Slipway can’t read your user account in the directory right now. Nothing was changed. Try again in a few minutes.',
      )
    return
  }
  throw new AuthorizationFailure(actor.kind === 'anonymous' ? 'unauthenticated' : denialCode(operation.id), verdict)
}

/**
 * A call with its own transactions and an Idempotency-Key holds one connection while it waits for others. Without a limit, such calls could
 * hold all connections and block the server until they time out. Slow calls of one caller must not delay other callers.
 */
const limitIdempotent = limitConcurrency({ total: 4, perCaller: 2, maxWaitingPerCaller: 32 })

export function register(app: FastifyInstance, operation: Operation, context: Context, gates?: MaintenanceGate & RestoreGate): void {
  // A call that checks whether Slipway works must not wait behind other calls.
  const callDb = operation.urgent ? context.db : context.callDb
  const runLimited = (callback: () => Promise<Reply<unknown>>) => (operation.urgent ? callback() : runCall(context.runQueued, callback))
  const declaredStatuses = new Set([
    ...Object.keys(operation.responses).map(Number),
    ...declaredErrors(operation).map((code) => errorCodes[code][0]),
  ])
  const isWrite = changes(operation)
  const hasOwnTransactions = operation.transactions === 'own'
  const firstStatus = Number(Object.keys(operation.responses)[0])
  const checks = new Map<number, ReturnType<typeof Compile>>()

  /** Checks are compiled when they are first used, because compiling all of them would delay the start. */
  function checkOf(status: number) {
    const schema = operation.responses[status as keyof typeof operation.responses]
    if (schema && !checks.has(status)) checks.set(status, Compile(schema))
    return checks.get(status)
  }

  const headerNames = Object.keys(operation.headers?.properties ?? {})
  const namedHeaders = (requestHeaders: FastifyRequest['headers']) =>
    Object.fromEntries(headerNames.map((name) => [name, requestHeaders[name]]))

  const inMemoryReader = inMemoryListOf(operation)
  const ownQuery = (query: object) =>
    inMemoryReader ? Object.fromEntries(Object.entries(query).filter(([name]) => inMemoryReader.own.includes(name))) : query

  const subjectInPath = (request: FastifyRequest) => subjectOfPath(operation.path, request.params as Record<string, string>)

  /** @param reads the database that the handler gets. Step-up checks and audit events use `db`. */
  async function callHandler(db: Db, request: FastifyRequest, prepared: unknown, reads = db): Promise<Reply<unknown>> {
    let isAuthorized = false
    let stepUpAnnounced = false
    let auditDetails: { subject: { kind: string; id: string }; before?: unknown; after?: unknown } | undefined
    const call: Call<never, never, never, never> = withActor(request.actor, {
      db: reads,
      params: request.params as never,
      query: ownQuery(request.query as object) as never,
      body: request.body as never,
      headers: namedHeaders(request.headers) as never,
      requestId: request.id,
      config: context.config,
      jobs: context.jobs,
      now: context.now,
      allow(verdict: Verdict) {
        isAuthorized = true
        if (verdict !== true) throw new AuthorizationFailure(denialCode(operation.id), verdict)
      },
      requireStepUp(need: StepUpNeed | undefined) {
        stepUpAnnounced = true
        return requireStepUpFor(need, db, personOf(request.actor), context.now())
      },
      ifMatch(version: number) {
        const header = request.headers['if-match']
        if (header === undefined) return false
        if (!hasTag(header, (tag) => tag === '*' || versionOf(tag) === version))
          throw new Failure(
            'versionMismatch',
            'This was updated by someone else. Nothing was changed. Reload to see the latest version, then try again.',
          )
        return hasTag(header, (tag) => versionOf(tag) === version)
      },
      audit(event: NonNullable<typeof auditDetails>) {
        auditDetails = event
        request.auditSubject = event.subject
      },
      async changed(kind: string, id: string, people?: string[]) {
        const announced = publishChange(db, { kind, id, ...(people ? { people } : {}) })
        // Outside a transaction, the change is already saved, and screens reload it later.
        await (hasOwnTransactions
          ? announced.catch((error: unknown) => request.log.warn({ err: error }, 'a saved change was not announced'))
          : announced)
      },
    })
    const stepUp = async () => {
      const { actor, params, body } = call
      await requireStepUpFor(declaredStepUp(operation, { actor, params, body }), db, actor, context.now())
    }
    // Other operations check the second factor last, so that people don't confirm their identity for a call that fails for another reason.
    // Nothing is committed before this check.
    const stepUpFirst = hasOwnTransactions
    if (operation.stepUp && stepUpFirst) await stepUp()
    const result = await operation.handler(call, prepared)
    if (isDecidedByRow(operation.access) && !isAuthorized) throw new Error(`${operation.id} ended without an authorization decision`)
    if (operation.stepUp === 'byRow' && !stepUpAnnounced)
      throw new Error(`${operation.id} ended without deciding whether it needs a step-up sign-in`)
    const handlerReply = asReply(result) ?? { status: firstStatus, body: result }
    const reply = inMemoryReader?.narrow(handlerReply, request.query as object, request.url) ?? handlerReply
    if (operation.stepUp && !stepUpFirst) {
      // If the second factor is missing, the created record is rolled back, so the error names the subject in the path.
      if (reply.status === 201) request.auditSubject = subjectInPath(request)
      await stepUp()
    }
    if ((isWrite && !operation.customAudit && !operation.auditedItems) || operation.audited)
      await writeAudit(db, {
        actor: request.actor,
        operation: operation.id,
        requestId: request.id,
        outcome: 'allowed',
        ...auditDetails,
      }).catch((error: unknown) => {
        if (reply.body instanceof Readable) reply.body.destroy()
        // The changes of such a call are saved, and each of them has its own event.
        if (hasOwnTransactions) return request.log.error({ err: error }, 'the event of a saved call could not be written')
        throw error
      })
    return reply
  }

  const prepare = (preparation: Preparation<never, never, never>): Promise<unknown> | undefined => {
    const callback = async () => operation.prepare?.(preparation)
    return context.config.mode === 'development' ? withCallGuard(requireWritable, callback) : callback()
  }
  /**
   * A repeated call would repeat changes that were made in external systems before the transaction, and a crash would leave no record of
   * these changes.
   */
  function requireWritable({ method, path, readOnly }: GuardedCall): void {
    if (method !== 'GET' && method !== 'HEAD' && !readOnly) throw new Error(`${operation.id} must not ${method} ${path} in prepare`)
  }

  const preload = (request: FastifyRequest) =>
    runInContext(operation.id, () => operation.preload?.({ params: request.params as never, db: callDb }), request.id)

  /** The rights of administrators and auditors are checked before the handler and don't depend on rows, which could be old on a replica. */
  async function read(request: FastifyRequest, prepared: unknown): Promise<Reply<unknown>> {
    const onPrimary = () => runLimited(() => callHandler(context.db, request, prepared))
    const { readReplica: replica } = context
    const { actor } = request
    if (!replica || !operation.canLag || actor.kind !== 'person' || !(actor.admin || actor.auditor)) return onPrimary()
    if (!(await replica.canServe(actor.id))) return onPrimary()
    try {
      return await runCall(replica.runQueued, async () => callHandler(context.db, request, prepared, replica.requireDb()))
    } catch (error) {
      if (!replica.hasFailed(error)) throw error
      return onPrimary()
    }
  }

  /** Runs the handler: in one transaction, in that of the Idempotency-Key, or in none if it only reads or has its own transactions. */
  function change(request: FastifyRequest, prepared: unknown, key: string | undefined): Promise<Reply<unknown>> {
    const runHandler = (db: Db) => callHandler(db, request, prepared)
    if (!isWrite) return read(request, prepared)
    if (hasOwnTransactions && key === undefined) return runLimited(() => runHandler(context.db))
    if (key === undefined) return runLimited(() => inTransaction(context.db, runHandler))
    const { id, shownOnceMessage } = operation
    const body = { params: request.params, body: request.body }
    const identity = { subject: subjectOf(request.actor), operation: id, key, body, secret: context.config.keySecret, shownOnceMessage }
    const withKey = (handler: (tx: Db) => Promise<Reply<unknown>>) =>
      runLimited(() => inTransaction(context.db, (tx) => idempotent(tx, identity, () => handler(tx))))
    if (!hasOwnTransactions) return withKey(runHandler)
    return limitIdempotent(identity.subject, () => withOwnTransactions(request, () => runHandler(context.db), withKey))
  }

  async function handle(request: FastifyRequest, response: FastifyReply) {
    const prepared = operation.preload
      ? await (request.preloaded ?? preload(request))
      : await prepare(
          withActor(request.actor, {
            params: request.params as never,
            query: ownQuery(request.query as object) as never,
            body: request.body as never,
            db: callDb,
            clients: context.clients,
            config: context.config,
            now: context.now,
            signal: request.signal,
          }),
        )
    const key = isWrite && operation.method === 'POST' ? parseIdempotencyKey(request.headers['idempotency-key']) : undefined
    const changedResponse = await withKnownOutcome(() => change(request, prepared, key), {
      repeatable: key !== undefined && !hasOwnTransactions,
    })
    const { config, now } = context
    const after = withActor(request.actor, { db: context.db, config, now })
    if (isWrite) request.isCommitted = true
    const reply = await waitForRun(operation, after, { reply: changedResponse, log: request.log })
    if (!declaredStatuses.has(reply.status)) throw new Error(`${operation.id} returned ${reply.status}, which it doesn’t declare`)
    if (context.config.mode === 'development' && reply.body !== undefined && !(reply.body instanceof Readable)) {
      const check = checkOf(reply.status)
      if (check && !check.Check(reply.body))
        throw new Error(`${operation.id} returned a body that violates its schema: ${JSON.stringify(check.Errors(reply.body).slice(0, 3))}`)
    }
    const version = (reply.body as { version?: unknown } | null | undefined)?.version
    if (Number.isInteger(version)) response.header('etag', `"${version}"`)
    if (reply.headers) response.headers(reply.headers)
    const fileType = reply.headers?.['content-type'] ?? `${operation.produces}; charset=utf-8`
    if (request.method === 'HEAD' && reply.body instanceof Readable) {
      reply.body.destroy()
      return response.code(reply.status).type(fileType).send()
    }
    const shownVersion = versionOf(String(response.getHeader('etag')))
    if (operation.method === 'GET' && Number.isInteger(shownVersion)) {
      const text = response.code(reply.status).serialize(reply.body) as string
      const tag = `"${shownVersion}.${digestOf(request.actor, text)}"`
      response.header('etag', tag)
      const clientTag = request.headers['if-none-match']
      if (clientTag !== undefined && hasTag(clientTag, (each) => each.replace(/^W\//, '') === tag)) return response.code(304).send()
      return response.type('application/json; charset=utf-8').send(text)
    }
    if (reply.status === 204) return response.code(204).send()
    if (operation.produces) return response.code(reply.status).type(fileType).send(reply.body)
    // Fastify treats a string as a body that is already serialised.
    if (typeof reply.body === 'string')
      return response.code(reply.status).type('application/json; charset=utf-8').send(JSON.stringify(reply.body))
    return response.code(reply.status).send(reply.body)
  }

  const route: RouteOptions = {
    method: operation.method,
    url: routePath(operation.path, context.config),
    config: { operation, ...(operation.preload ? { preload } : {}), ...limitOf(operation) },
    ...(operation.maxBytes ? { bodyLimit: operation.maxBytes } : {}),
    // If a response has a secret and input of the caller, its compressed length can reveal the secret (BREACH).
    ...(operation.shownOnceMessage || operation.developmentOnly ? { compress: false } : {}),
    exposeHeadRoute: false,
    schema: {
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.summary,
      ...(operation.description ? { description: operation.description } : {}),
      ...(operation.params ? { params: operation.params } : {}),
      querystring: inMemoryReader?.query ?? operation.query ?? emptyQuery,
      ...(operation.body ? { body: operation.body } : {}),
      ...(operation.headers ? { headers: operation.headers } : {}),
      ...(operation.consumes ? { consumes: ['application/json', ...operation.consumes] } : {}),
      response: responseSchemas(operation),
      security: securityOf(operation),
    },
    // This check runs after the rate limit, which counts in onRequest, and before the body is read.
    preParsing: async (request) => {
      // The handler can set a more specific subject. Errors before the handler use this one.
      request.auditSubject = subjectInPath(request)
      if (request.credentialFailure) throw request.credentialFailure
      authorizeCall(operation, request.actor)
      await gates?.requireOpen(operation, request.actor)
      await gates?.requireAccepted(operation, request.actor)
    },
    // Validation would get null for a missing body, but a body that is null must fail, because it is not an object.
    preValidation: async (request) => {
      if (operation.body) {
        if (request.body === undefined && canBeOmitted(operation.body)) request.body = {}
      } else if (isWrite) requireNoBody(request.body)
    },
    handler: (request, response) =>
      runInContext(operation.id, () => withTrace(operation, request, () => handle(request, response)), request.id),
  }
  const { consumes } = operation
  if (!consumes) {
    app.route(route)
    if (operation.method === 'GET') app.route({ ...route, method: 'HEAD' })
  } else
    void app.register(async (scope) => {
      acceptJson(scope, consumes)
      scope.route(route)
    })
}

/** A wrong credential counts against its IP network, with a low limit. A valid credential counts against its owner. */
function limitOf({ perMinute, credential }: Operation) {
  if (!perMinute) return {}
  const max = credential ? ({ actor }: FastifyRequest) => (actor.kind === 'machine' ? perMinute : maxWrongCredentialsPerMinute) : perMinute
  return { rateLimit: { max } }
}
const maxWrongCredentialsPerMinute = 120

function withTrace<T>({ id, method, path }: Operation, request: FastifyRequest, handle: () => Promise<T>): Promise<T> {
  const { traceparent: parent } = request.headers
  const attributes = { 'http.request.method': method, 'http.route': path, 'slipway.request_id': request.id }
  const failed = (error: unknown) => !(error instanceof Failure) || errorCodes[error.code][0] >= 500
  return span(id, { kind: 'server', attributes, parent: typeof parent === 'string' ? parent : undefined, failed }, async (activeSpan) => {
    if (activeSpan) request.traceId = activeSpan.spanContext().traceId
    return handle()
  })
}

const hasTag = (header: string, matchesTag: (tag: string) => boolean) => header.split(',').some((tag) => matchesTag(tag.trim()))

const versionOf = (tag: string) => Number(/^"(\d+)(\.[\w-]+)?"$/.exec(tag)?.[1] ?? Number.NaN)

/**
 * Hashes the response for this caller. The version alone is not enough, because a response includes other records and the caller's own
 * permissions.
 */
function digestOf(actor: Actor, text: string): string {
  const actorKey = actor.kind === 'anonymous' ? '' : `${actor.kind} ${actor.id}`
  return createHash('sha256').update(`${actorKey}\n${text}`).digest('base64url').slice(0, 22)
}

const emptyQuery = { type: 'object', properties: {}, additionalProperties: false } as const
