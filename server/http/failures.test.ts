import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { ExternalError } from '../clients/externalError.ts'
import { describeMissing } from '../clients/missingPermission.ts'
import type { Context } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { type ErrorCode, errorCodes, Failure, Problem } from '../errors.ts'
import { constraintFailures } from './constraints.ts'
import { failureOf, outsideAdvice, registerErrorHandlers } from './failures.ts'
import { type Operation, operation } from './operation.ts'
import { register } from './register.ts'
import { validatorCompiler } from './validation.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

async function serveOperation(served: Operation, mode: 'development' | 'production', callback: (server: FastifyInstance) => Promise<void>) {
  const server = Fastify()
  const context: Context = { ...app.context, config: { ...app.config, mode } }
  server.setValidatorCompiler(validatorCompiler)
  server.addSchema(Problem)
  server.decorateRequest('actor', null as never)
  server.decorate('rateLimit', (() => async () => {}) as never)
  server.addHook('onRequest', async (request) => {
    request.actor = { kind: 'anonymous' }
  })
  registerErrorHandlers(server, context)
  register(server, served, context)
  await callback(server)
  await server.close()
}
const throwingHandler = (error: () => unknown) =>
  operation({
    id: 'breakSomething',
    method: 'GET',
    path: '/break',
    tag: 'test',
    summary: 'Breaks',
    access: 'anyone',
    responses: { 200: Type.Object({ ok: Type.Boolean() }) },
    async handler() {
      const thrown = error()
      if (thrown) throw thrown
      return { ok: true }
    },
  }) as unknown as Operation

async function responseTo(error: () => unknown, mode: 'development' | 'production' = 'production') {
  let receivedResponse = { status: 0, body: {} as Record<string, unknown>, headers: {} as Record<string, unknown> }
  await serveOperation(throwingHandler(error), mode, async (server) => {
    const response = await server.inject('/break')
    receivedResponse = { status: response.statusCode, body: response.json(), headers: response.headers }
  })
  return receivedResponse
}

describe('an error response', () => {
  it('has problem details, with code and message repeated under `error` for Azure clients', async () => {
    const { status, headers, body } = await app.as(app.persona('Priya').id).get('/work')
    expect(status).toBe(403)
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(body).toEqual({
      type: 'about:blank',
      title: errorCodes.forbidden[1],
      status: 403,
      detail: body.message,
      code: 'forbidden',
      message: body.message,
      requestId: headers['x-request-id'],
      error: { code: body.code, message: body.message },
    })
  })

  it.each([
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html, Application/JSON;q=0.9', 'application/json'],
    ['application/problem+json, application/json', 'application/problem+json'],
    ['*/*', 'application/problem+json'],
    ['text/html', 'application/problem+json'],
  ])('is %s to a client that accepts %s', async (accept, type) => {
    const { headers } = await app.as('anonymous').get('/me', { accept })
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
  })

  it('is not caused by a content type without a body', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await app.as(app.persona('Niamh').id).delete(`/towers/${crypto.randomUUID()}`, undefined, json)).status).toBe(404)
  })

  it('names the field of each problem', async () => {
    const response = await app
      .as(app.persona('Niamh').id)
      .post('/towers', { name: 'x', code: 'toolong', leadIds: [], extra: 1, costCentre: 7 })
    expect(response.status).toBe(400)
    expect(response.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'code',
      'costCentre',
      'extra',
      'leadIds',
      'name',
    ])
    for (const { field, message } of response.body.errors) expect(response.body.message).toContain(`${field} ${message}`)
  })

  it('names nested fields too', async () => {
    const body = { ownerIds: ['not-an-id'], budget: { amount: 1, thresholds: [{ percent: 'a', basis: 'actual', more: 1 }] } }
    const response = await app.as(app.persona('Priya').id).post('/account-requests', body)
    const fields = response.body.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(
      expect.arrayContaining([
        'ownerIds.0',
        'budget.amount',
        'budget.thresholds.0.percent',
        'budget.thresholds.0.more',
        'budget.currency',
        'name',
      ]),
    )
  })

  it('doesn’t reveal internal errors', async () => {
    const { status, body } = await responseTo(() => new Error('password=hunter2 at /srv/slipway/secret.ts:7'))
    expect([status, body.code]).toEqual([500, 'internal'])
    expect(JSON.stringify(body)).not.toMatch(/hunter2|secret\.ts/)
  })
})

describe('an error code that an operation does not declare', () => {
  const undeclaredFailure = () => new Failure('alreadyDecided')

  it('is returned as 500 in development, so that developers see it', async () => {
    expect(await responseTo(undeclaredFailure, 'development')).toMatchObject({
      status: 500,
      body: { code: 'internal', message: 'breakSomething does not declare alreadyDecided.' },
    })
  })

  it('is returned unchanged in production', async () => {
    expect(await responseTo(undeclaredFailure, 'production')).toMatchObject({ status: 409, body: { code: 'alreadyDecided' } })
  })
})

describe('failureOf', () => {
  const databaseError = async (query: string, values: unknown[] = []) => {
    const { pool, close } = openDatabase(app.databaseUrl, { max: 1 })
    const error = await pool.query(query, values).catch((caughtError: unknown) => caughtError)
    await close()
    return error
  }

  it('uses the text of the violated constraint', async () => {
    const tower = app.company.towers[0]!
    const towerError = await databaseError('insert into towers (id, name, code) values (gen_random_uuid(), $1, $2)', [
      tower.name.toUpperCase(),
      'QQQQ',
    ])
    expect(failureOf(towerError)).toMatchObject({ code: 'nameTaken', message: constraintFailures.towers_name![1] })
  })

  it('distinguishes a deletion of a record in use from a missing record, in any language of the database', async () => {
    const texts: Partial<pg.DatabaseError>[] = [
      {},
      {
        message: 'Einfügen oder Aktualisieren in Tabelle »families« verletzt Fremdschlüssel-Constraint »families_tower_id_fkey«',
        detail: 'Schlüssel (tower_id)=(1) ist nicht in Tabelle »towers« vorhanden.',
      },
      { message: 'テーブル"families"は外部キー制約に違反しています', detail: '' },
    ]
    const deletion = await databaseError('delete from towers where id = $1', [app.company.towers[0]!.id])
    expect(deletion).toMatchObject({ code: '23503' })
    const deletionFailure = failureOf(deletion, true)
    const listed = [constraintFailures.families_tower_id_fkey!, constraintFailures.accounts_tower_id_fkey!]
    expect(listed).toContainEqual([deletionFailure.code, deletionFailure.message])
    const creation = await databaseError(
      "insert into families (id, tower_id, name) values (gen_random_uuid(), gen_random_uuid(), 'Nowhere')",
    )
    for (const translation of texts) {
      expect(failureOf(Object.assign(deletion as Error, translation), true)).toMatchObject(deletionFailure)
      expect(failureOf(Object.assign(creation as Error, translation))).toMatchObject({
        code: 'invalidRequest',
        errors: [{ field: 'towerId' }],
      })
    }
    const unlisted = Object.assign(deletion as Error, { table: 'access_reviews', constraint: 'access_reviews_tower_id_fkey' })
    expect(failureOf(unlisted, true).code).toBe('stillInUse')
  })

  it('distinguishes a timeout, a closed connection and invalid text', async () => {
    expect(failureOf(await databaseError('set statement_timeout = 20; select pg_sleep(5)'))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('too long'),
    })
    expect(failureOf(await databaseError('select $1::text', ['\0'])).code).toBe('invalidRequest')
    expect(failureOf(await databaseError("do $$ begin raise exception 'x' using errcode = '57P03'; end $$")).code).toBe('unavailable')
    expect(failureOf(await databaseError("do $$ begin raise exception 'x' using errcode = '53300'; end $$")).code).toBe('unavailable')
    expect(failureOf(await databaseError("do $$ begin raise exception 'x' using errcode = '40001'; end $$")).code).toBe('conflict')
    expect(failureOf(await databaseError('select nonsense')).code).toBe('internal')
  })

  it.each<[unknown, ErrorCode]>([
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'unavailable'],
    [Object.assign(new Error('read'), { code: 'ECONNRESET' }), 'unavailable'],
    [new Error('Connection terminated unexpectedly'), 'unavailable'],
    [new Error('timeout exceeded when trying to connect'), 'unavailable'],
    [Object.assign(new Error(), { statusCode: 413 }), 'payloadTooLarge'],
    [Object.assign(new Error(), { statusCode: 415 }), 'unsupportedMediaType'],
    [Object.assign(new Error(), { statusCode: 429 }), 'tooManyRequests'],
    [new Failure('notFound'), 'notFound'],
    [new TypeError('x'), 'internal'],
    ['a string', 'internal'],
    [null, 'internal'],
    [undefined, 'internal'],
  ])('maps %s to the failure %s', (error, code) => {
    expect(failureOf(error).code).toBe(code)
  })

  it('states that nothing was changed if a different service failed', () => {
    const failure = failureOf(Object.assign(Object.create(ExternalError.prototype), { message: 'The directory did not answer.' }))
    expect(failure).toMatchObject({
      code: 'outsideFailed',
      message: `The directory did not answer. ${outsideAdvice.other}`,
    })
  })

  it('names the missing permission, and says that an administrator can grant it', () => {
    const missingPermission = { name: 'Microsoft.Resources/tags/write', scope: '/subscriptions/one' }
    const message = describeMissing('Azure', missingPermission)
    const failure = failureOf(
      new ExternalError({
        service: 'Azure',
        code: 'AuthorizationFailed',
        message,
        status: 403,
        retryable: true,
        missing: missingPermission,
      }),
    )
    expect(failure.code).toBe('outsideFailed')
    expect(failure.message).toMatch(new RegExp(`Microsoft\\.Resources/tags/write.* ${outsideAdvice.missing}`))
  })
})

describe('the table of error codes', () => {
  it.each(Object.entries(errorCodes))('has a status of its error class and a title for %s', (_code, [status, title]) => {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(title).toMatch(/^[A-Z]/)
  })
})
