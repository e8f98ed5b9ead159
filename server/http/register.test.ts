import Fastify from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import type { Access } from '../auth/access.ts'
import type { Actor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { Problem } from '../errors.ts'
import { registerErrorHandlers } from './failures.ts'
import { type Operation, operation, reply } from './operation.ts'
import { register } from './register.ts'
import { validatorCompiler } from './validation.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const body = Type.Object({ text: Type.String({ maxLength: 10 }) }, { additionalProperties: false })

async function submitRequest(
  overrides: Partial<Pick<Operation, 'access' | 'body' | 'responses' | 'errors' | 'method' | 'readOnly' | 'prepare' | 'stepUp'>>,
  handler: unknown,
  requestOptions: { headers?: Record<string, string>; payload?: unknown } = {},
) {
  const server = Fastify()
  const context: Context = app.context
  const served = operation({
    id: 'trySomething',
    method: 'POST',
    path: '/try',
    tag: 'test',
    summary: 'Tries',
    access: 'signedIn' as Access,
    body,
    responses: { 200: Type.Object({ text: Type.String() }) },
    ...overrides,
    handler: handler as never,
  }) as unknown as Operation
  const actor: Actor = {
    kind: 'person',
    id: app.persona('Priya').id,
    displayName: 'Priya',
    email: null,
    admin: false,
    auditor: false,
    credential: 'test',
  }
  server.setValidatorCompiler(validatorCompiler)
  server.addSchema(Problem)
  server.decorateRequest('actor', null as never)
  server.decorate('rateLimit', (() => async () => {}) as never)
  server.addHook('onRequest', async (request) => {
    request.actor = actor
  })
  registerErrorHandlers(server, context)
  register(server, served, context)
  const events = () => app.db.selectFrom('audit_events').select(['operation', 'outcome', 'reason', 'subject_id']).orderBy('id').execute()
  const before = (await events()).length
  const response = await server.inject({
    method: served.method as 'POST',
    url: '/try',
    payload: (requestOptions.payload ?? { text: 'a' }) as object,
    ...(requestOptions.headers ? { headers: requestOptions.headers } : {}),
  })
  await server.close()
  return {
    status: response.statusCode,
    body: response.body ? response.json() : undefined,
    headers: response.headers,
    events: (await events()).slice(before),
  }
}

describe('a successful call', () => {
  it('is carried out and audited in one transaction', async () => {
    const response = await submitRequest({}, async ({ body, audit }: { body: { text: string }; audit: (event: unknown) => void }) => {
      audit({ subject: { kind: 'thing', id: '7' } })
      return { text: body.text }
    })
    expect(response).toMatchObject({
      status: 200,
      body: { text: 'a' },
      events: [{ operation: 'trySomething', outcome: 'allowed', subject_id: '7' }],
    })
  })

  it('is not audited when it only reads', async () => {
    expect(await submitRequest({ readOnly: true }, async () => ({ text: 'x' }))).toMatchObject({ status: 200, events: [] })
  })

  it('sends text as JSON, a version as ETag, and 204 without a body', async () => {
    expect(await submitRequest({ responses: { 200: Type.String() } }, async () => 'some "text"')).toMatchObject({
      body: 'some "text"',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(
      (await submitRequest({ responses: { 200: Type.Object({ version: Type.Integer() }) } }, async () => ({ version: 7 }))).headers['etag'],
    ).toBe('"7"')
    expect(await submitRequest({ responses: { 204: Type.Null() } }, async () => null)).toMatchObject({ status: 204, body: undefined })
  })

  it('returns only the fields of its schema', async () => {
    expect((await submitRequest({}, async () => ({ text: 'x', secret: 'y' }))).body).toEqual({ text: 'x' })
  })
})

describe('a failed call', () => {
  it('changes nothing except its audit event', async () => {
    const response = await submitRequest({}, async ({ db }: { db: typeof app.db }) => {
      await db.insertInto('directory_cursors').values({ name: 'half-done', link: 'x' }).execute()
      throw new Error('broken')
    })
    expect(response).toMatchObject({ status: 500, events: [{ outcome: 'failed' }] })
    expect(await app.db.selectFrom('directory_cursors').select('name').where('name', '=', 'half-done').execute()).toEqual([])
  })

  it('returns 500 when a handler returns an undeclared status or body', async () => {
    expect((await submitRequest({}, async () => ({ text: 7 }))).status).toBe(500)
    expect((await submitRequest({}, async () => reply(202, { text: 'x' }))).status).toBe(500)
  })

  it.each(['owner', 'approver'] as const)('returns 500 when the handler of an %s call makes no authorization decision', async (access) => {
    expect(await submitRequest({ access }, async () => ({ text: 'x' }))).toMatchObject({ status: 500, events: [{ outcome: 'failed' }] })
    const authorizingHandler = async ({ allow }: { allow: (verdict: true | string) => void }) => {
      allow(true)
      return { text: 'x' }
    }
    expect((await submitRequest({ access }, authorizingHandler)).status).toBe(200)
    const rejection = await submitRequest({ access }, async ({ allow }: { allow: (verdict: true | string) => void }) => allow('Not yours.'))
    expect(rejection).toMatchObject({
      status: 403,
      body: { message: 'Not yours.' },
      events: [{ outcome: 'denied', reason: 'forbidden: Not yours.' }],
    })
  })

  it('returns 500 when its prepare function changes an external system, but not when it only reads', async () => {
    const scope = `/subscriptions/${app.company.accounts.find(({ subscriptionId }) => subscriptionId)!.subscriptionId}`
    const response = async () => ({ text: 'x' })
    const changes: Operation['prepare'] = ({ clients }) => clients.arm.mergeTags(scope, { team: 'tills' })
    await app.quiet()
    expect(await submitRequest({ prepare: changes }, response)).toMatchObject({ status: 500, events: [{ outcome: 'failed' }] })
    expect(app.simulator.exchanges.list().filter(({ method }) => method === 'PATCH')).toEqual([])
    const reads: Operation['prepare'] = ({ clients }) => clients.graph.getUsersByIds([app.persona('Priya').id])
    expect((await submitRequest({ prepare: reads }, response)).status).toBe(200)
  })

  it('returns 500 when its handler does not decide whether it needs a step-up sign-in', async () => {
    const stepUp = 'byRow' as const
    expect(await submitRequest({ stepUp }, async () => ({ text: 'x' }))).toMatchObject({ status: 500, events: [{ outcome: 'failed' }] })
    const requireStepUpFor =
      (need: 'privileged' | undefined) => async (call: { requireStepUp: (need: 'privileged' | undefined) => Promise<void> }) => {
        await call.requireStepUp(need)
        return { text: 'x' }
      }
    expect((await submitRequest({ stepUp }, requireStepUpFor(undefined))).status).toBe(200)
    expect(await submitRequest({ stepUp }, requireStepUpFor('privileged'))).toMatchObject({ status: 401, body: { code: 'stepUpNeeded' } })
  })

  it('is audited with its account when it is denied before its transaction starts', async () => {
    const { id } = app.company.accounts.find((each) => each.status === 'decommissioned')!
    const response = await app.as(app.persona('Niamh').id).post(`/accounts/${id}/setResourceTags`, {
      resourceIds: [`/subscriptions/${id}/resourceGroups/x`],
      operation: 'merge',
      tags: { a: 'b' },
    })
    expect([response.status, response.body.code]).toEqual([409, 'wrongState'])
    const event = await app.db
      .selectFrom('audit_events')
      .select(['outcome', 'subject_kind', 'subject_id'])
      .where('operation', '=', 'setResourceTags')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ outcome: 'failed', subject_kind: 'account', subject_id: id })
  })

  it('is audited even when the reason can’t be stored', async () => {
    const response = await submitRequest({}, async () => ({ text: 'x' }), { payload: { 'text\u0000\r\n': 1 } })
    expect(response).toMatchObject({ status: 400, events: [{ outcome: 'failed' }] })
  })
})

describe('a call without a body', () => {
  const handler = async () => reply(204, undefined)
  const bodyless: object = { body: undefined, responses: { 204: undefined } }

  it.each([
    [{ text: 'x' }, 'text'],
    [null, ''],
    [[1], ''],
    ['x', ''],
  ])('rejects %j, with its position', async (payload, field) => {
    const response = await submitRequest(bodyless, handler, {
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, response.body.errors]).toEqual([400, [{ field, message: expect.any(String) }]])
  })

  it('accepts an empty object', async () => {
    expect((await submitRequest(bodyless, handler, { payload: {} })).status).toBe(204)
  })
})

describe('If-Match', () => {
  const admin = () => app.as(app.persona('Niamh').id)
  const path = () => `/towers/${app.company.towers[0]!.id}`
  const overrides = (ifMatch: string | undefined) =>
    admin().patch(path(), { description: `changed ${ifMatch}` }, ifMatch === undefined ? {} : { 'if-match': ifMatch })

  it('is accepted in every form of a version, and never required', async () => {
    const { headers, body: before } = await admin().get(path())
    expect(headers['etag']).toMatch(new RegExp(`^"${before.version}[.][\\w-]+"$`))
    let version = before.version as number
    for (const form of [String(headers['etag']), `"${version + 1}"`, `"999", "${version + 2}"`, '*', undefined]) {
      const response = await overrides(form)
      expect([form, response.status, response.headers['etag']]).toEqual([form, 200, `"${++version}"`])
    }
  })

  it('returns 412 for a different version, and changes nothing', async () => {
    const { body: before } = await admin().get(path())
    for (const form of [
      '"999"',
      `"999.${'a'.repeat(22)}"`,
      `"${before.version}."`,
      `W/"${before.version}"`,
      String(before.version),
      '""',
      'nonsense',
    ]) {
      expect(await overrides(form)).toMatchObject({ status: 412, body: { code: 'versionMismatch' } })
    }
    expect((await admin().get(path())).body).toEqual(before)
  })

  it('accepts only one of two concurrent changes of the same version', async () => {
    const version = (await admin().get(path())).body.version
    const responses = await Promise.all(Array.from({ length: 8 }, () => overrides(`"${version}"`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
  })
})
