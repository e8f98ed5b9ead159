import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { slipwayName } from '../server/audit/recordSystemEvent.ts'
import { canCall, denialCode } from '../server/auth/access.ts'
import { type ApiKeyScope, scopes } from '../server/auth/scopes.ts'
import { errorCodes } from '../server/errors.ts'
import { operations } from '../server/operations.ts'
import type { Caller, TestApp } from './app.ts'

/** A request that succeeds for an authorized caller; built when the suite runs. */
export interface SampleRequest {
  path: string
  body?: unknown
  /** A signed-in person who has no relation to the object; the default is a general user. */
  outsider?: string
}

/**
 * Tests how an operation’s `access` denies callers: 401 without authentication, and the table’s status for a person without access. Each
 * denial must write exactly one `denied` audit event and change nothing else.
 */
export function roleSuite(operationId: string, app: () => TestApp, sample: () => SampleRequest | Promise<SampleRequest>): void {
  const operation = operations.find((candidate) => candidate.id === operationId)
  if (!operation) throw new Error(`Unknown operation: ${operationId}`)
  const events = async () =>
    app()
      .db.selectFrom('audit_events')
      .select(['id', 'operation', 'outcome'])
      .where('actor_name', '<>', slipwayName)
      .orderBy('id')
      .execute()

  const expectRejection = (personaName: string, roles: string[], expected: number) =>
    expectStatusFor(() => app().as(personaName, roles), expected, personaName === 'anonymous')
  /** The first unauthenticated call of an hour writes an event, and the others are counted. */
  const wasCounted = async () =>
    (await app().db.selectFrom('anonymous_calls').select('code').where('operation', '=', operationId).execute()).length > 0
  async function expectStatusFor(callerOf: () => Caller | Promise<Caller>, expected: number, isAnonymous = false): Promise<void> {
    const request = await sample()
    const caller = await callerOf()
    const isCounted = isAnonymous && (await wasCounted())
    const eventsBefore = await events()
    const method = operation!.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
    const response = method === 'get' ? await caller.get(request.path) : await caller[method](request.path, request.body)
    expect(response.status).toBe(expected)
    expect(response.body.error).toEqual({ code: response.body.code, message: response.body.message })
    const addedEvents = (await events()).slice(eventsBefore.length)
    expect(addedEvents.map(({ operation, outcome }) => ({ operation, outcome }))).toEqual(
      isCounted ? [] : [{ operation: operationId, outcome: 'denied' }],
    )
  }

  if (operation.access !== 'anyone') it('denies anonymous callers with 401', () => expectRejection('anonymous', [], 401))
  if (operation.access !== 'anyone' && operation.access !== 'signedIn') {
    it(`denies a person without access: ${errorCodes[denialCode(operationId)][0]}`, async () =>
      expectRejection((await sample()).outsider ?? app().persona('Tomasz').id, [], errorCodes[denialCode(operationId)][0]))
    if (denialCode(operationId) === 'notFound')
      it('returns the same to a person without access for existing and unknown IDs, with any If-Match', async () => {
        const { path, body, outsider = app().persona('Tomasz').id } = await sample()
        const unknownPath = path.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?!.*[\da-f]{12})/, randomUUID())
        expect(unknownPath).not.toBe(path)
        const method = operation.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
        const responses = []
        for (const url of [path, unknownPath])
          for (const headers of [undefined, { 'if-match': '"999"' }]) {
            const caller = app().as(outsider, [])
            const response = method === 'get' ? await caller.get(url, headers) : await caller[method](url, body, headers)
            responses.push({ ...response.body, requestId: '', status: response.status })
          }
        expect(responses).toEqual(Array(4).fill(responses[0]))
      })
  }
  if (operation.access !== 'anyone')
    it(`denies a key without ${operation.apiKey ? `the scope ${operation.apiKey}` : 'a scope for it'}: ${errorCodes[denialCode(operationId)][0]}`, async () => {
      const otherScopes = (Object.keys(scopes) as ApiKeyScope[]).filter((scope) => scope !== operation.apiKey)
      await expectStatusFor(async () => (await app().withKey(otherScopes)).caller, errorCodes[denialCode(operationId)][0])
    })
  const auditorSees = canCall(operation.access, {
    kind: 'person',
    id: '',
    displayName: '',
    email: null,
    admin: false,
    auditor: true,
    credential: '',
  })
  if (operation.access === 'admin' && auditorSees !== true)
    it(`denies an auditor any change: ${errorCodes[denialCode(operationId)][0]}`, async () =>
      expectRejection(app().persona('Grace').id, ['Slipway.Auditor'], errorCodes[denialCode(operationId)][0]))
}
