import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { decidesOnRow, mayCall, refusalCode } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { announce } from '../jobs/changes.ts'
import { writeAudit } from './audit.ts'
import { type ErrorCode, errorCodes, Failure, ProblemReference } from './errors.ts'
import { idempotent, readIdempotencyKey } from './idempotency.ts'
import { asReply, type Call, type Operation, type Reply } from './operation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
    /** What a refusal is recorded about. */
    auditSubject?: { kind: string; id: string }
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** Refused by a policy: audited as `denied`. */
export class Refusal extends Failure {}

// Credentials and origin are looked at on every route, whoever may call it.
const commonErrors: ErrorCode[] = [
  'invalidRequest',
  'unauthenticated',
  'insecureTransport',
  'crossSite',
  'misdirected',
  'tooManyRequests',
  'internal',
  'unavailable',
]
const writeErrors: ErrorCode[] = ['unsupportedMediaType', 'payloadTooLarge', 'inFlight', 'idempotencyMismatch']

/** Every status the operation may answer, success or not: the OpenAPI document declares just these. */
export function declaredErrors(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...commonErrors, ...(operation.errors ?? [])])
  if (operation.access !== 'anyone' && operation.access !== 'signedIn') codes.add(refusalCode(operation.id))
  if (operation.method !== 'GET') for (const code of writeErrors) codes.add(code)
  return [...codes]
}

export function responseSchemas(operation: Operation): Record<string, object> {
  const schemas: Record<string, object> = {}
  for (const [status, schema] of Object.entries(operation.answers))
    if (schema) schemas[status] = operation.produces ? { content: { [operation.produces]: { schema } } } : schema
  for (const code of declaredErrors(operation)) schemas[errorCodes[code][0]] ??= ProblemReference
  return schemas
}

function personOf(actor: Actor) {
  if (actor.kind !== 'person') throw new Failure('unauthenticated', 'Sign in first.')
  return actor
}

function refuseUnlessAllowed(operation: Operation, actor: Actor): void {
  const verdict = mayCall(operation.access, actor)
  if (verdict === true) return
  throw new Refusal(actor.kind === 'anonymous' ? 'unauthenticated' : refusalCode(operation.id), verdict)
}

/** Puts an operation on the server: authorization after routing, validation, one transaction, audit, answer. */
export function register(app: FastifyInstance, operation: Operation, context: Context): void {
  const declared = new Set([...Object.keys(operation.answers).map(Number), ...declaredErrors(operation).map((code) => errorCodes[code][0])])
  const writes = operation.method !== 'GET' && !operation.changesNothing
  const firstStatus = Number(Object.keys(operation.answers)[0])
  const checks = new Map<number, ReturnType<typeof Compile>>()

  /** Compiled at the first answer: compiling all at the start costs a second and 60 MB. */
  function checkOf(status: number) {
    const schema = operation.answers[status as keyof typeof operation.answers]
    if (schema && !checks.has(status)) checks.set(status, Compile(schema))
    return checks.get(status)
  }

  async function callHandler(db: Db, request: FastifyRequest, prepared: unknown): Promise<Reply<unknown>> {
    let decided = false
    let audited: { subject: { kind: string; id: string }; before?: unknown; after?: unknown } | undefined
    const call: Call<never, never, never> = {
      db,
      get actor() {
        return personOf(request.actor)
      },
      caller: request.actor,
      params: request.params as never,
      query: request.query as never,
      body: request.body as never,
      requestId: request.id,
      config: context.config,
      jobs: context.jobs,
      now: context.now,
      allow(verdict) {
        decided = true
        if (verdict !== true) throw new Refusal(refusalCode(operation.id), verdict)
      },
      ifMatch(version) {
        const header = request.headers['if-match']
        const wanted = header?.split(',').map((tag) => tag.trim())
        if (wanted && !wanted.includes('*') && !wanted.includes(`"${version}"`))
          throw new Failure('versionMismatch', 'Someone changed it since you opened it. Reload, look at the change, and send yours again.')
      },
      audit(event) {
        audited = event
        request.auditSubject = event.subject
      },
      changed: (kind, id, people) => announce(db, { kind, id, ...(people ? { people } : {}) }),
    }
    const result = await operation.handler(call, prepared)
    if (decidesOnRow(operation.access) && !decided) throw new Error(`${operation.id} ended without a decision on who may call it`)
    const answer = asReply(result) ?? { status: firstStatus, body: result }
    if (writes || operation.leavesTrace)
      await writeAudit(db, {
        actor: request.actor,
        operation: operation.id,
        requestId: request.id,
        outcome: 'allowed',
        ...audited,
      }).catch((error: unknown) => {
        if (answer.body instanceof Readable) answer.body.destroy()
        throw error
      })
    return answer
  }

  async function handle(request: FastifyRequest, response: FastifyReply) {
    // Until the handler says more: also for what is refused while it is prepared.
    const { id } = request.params as { id?: string }
    if (id && operation.path.startsWith('/accounts/{id}')) request.auditSubject = { kind: 'account', id }
    const prepared = await operation.prepare?.({
      params: request.params as never,
      query: request.query as never,
      body: request.body as never,
      actor: personOf(request.actor),
      db: context.db,
      clients: context.clients,
      config: context.config,
      now: context.now,
      signal: request.signal,
    })
    const key = writes && operation.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
    const written = !writes
      ? await callHandler(context.db, request, prepared)
      : key === undefined && operation.transactions === 'own'
        ? await callHandler(context.db, request, prepared)
        : await inTransaction(context.db, (tx) => {
            const once = () => callHandler(operation.transactions === 'own' ? context.db : tx, request, prepared)
            if (key === undefined) return once()
            const body = { params: request.params, body: request.body }
            return idempotent(tx, { subject: personOf(request.actor).id, operation: operation.id, key, body }, once)
          })
    const { db, now } = context
    const answer = operation.committed ? await operation.committed({ db, actor: personOf(request.actor), now }, written) : written
    if (!declared.has(answer.status)) throw new Error(`${operation.id} answered ${answer.status}, which it does not declare`)
    if (context.config.mode === 'development' && answer.body !== undefined && !(answer.body instanceof Readable)) {
      const check = checkOf(answer.status)
      if (check && !check.Check(answer.body))
        throw new Error(`${operation.id} answered a body that breaks its schema: ${JSON.stringify(check.Errors(answer.body).slice(0, 3))}`)
    }
    const version = (answer.body as { version?: unknown } | null | undefined)?.version
    if (Number.isInteger(version)) response.header('etag', `"${version}"`)
    if (answer.headers) response.headers(answer.headers)
    if (answer.status === 204) return response.code(204).send()
    if (operation.produces) return response.code(answer.status).type(`${operation.produces}; charset=utf-8`).send(answer.body)
    // Fastify takes a string for a body that is written already.
    if (typeof answer.body === 'string')
      return response.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
    return response.code(answer.status).send(answer.body)
  }

  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    exposeHeadRoute: false,
    schema: {
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.summary,
      ...(operation.description ? { description: operation.description } : {}),
      ...(operation.params ? { params: operation.params } : {}),
      querystring: operation.query ?? emptyQuery,
      ...(operation.body ? { body: operation.body } : {}),
      response: responseSchemas(operation),
      security: operation.access === 'anyone' ? [] : [{ session: [] }, { bearer: [] }],
    },
    // After the rate limit, which is counted in onRequest, and before the body is read.
    preParsing: async (request) => refuseUnlessAllowed(operation, request.actor),
    handler: handle,
  })
}

const emptyQuery = { type: 'object', properties: {}, additionalProperties: false } as const
