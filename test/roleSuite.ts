import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { slipwayName } from '../server/audit/recordSystemEvent.ts'
import { canCall, refusalCode } from '../server/auth/access.ts'
import { type Scope, scopes } from '../server/auth/scopes.ts'
import { errorCodes } from '../server/errors.ts'
import { operations } from '../server/operations.ts'
import type { Caller, TestApp } from './app.ts'

/** A request that succeeds for an authorized caller; built when the suite runs. */
export interface SampleRequest {
  path: string
  body?: unknown
  /** A signed-in person without any relation to the object; default a general user. */
  stranger?: string
}

/**
 * Tests the refusals of an operation’s `access`: 401 without authentication, and the table’s status for a stranger. Each refusal must leave
 * exactly one `denied` audit event and change nothing else.
 */
export function roleSuite(operationId: string, app: () => TestApp, sample: () => SampleRequest | Promise<SampleRequest>): void {
  const operation = operations.find((candidate) => candidate.id === operationId)
  if (!operation) throw new Error(`there is no operation ${operationId}`)
  // Unrelated system actions are left out.
  const events = async () =>
    app()
      .db.selectFrom('audit_events')
      .select(['id', 'operation', 'outcome'])
      .where('actor_name', '<>', slipwayName)
      .orderBy('id')
      .execute()

  const refused = (who: string, roles: string[], expected: number) => refusedTo(() => app().as(who, roles), expected, who === 'anonymous')
  /** The first unauthenticated call of an hour leaves an event, and the others are counted. */
  const wasCounted = async () =>
    (await app().db.selectFrom('anonymous_calls').select('code').where('operation', '=', operationId).execute()).length > 0
  async function refusedTo(callerOf: () => Caller | Promise<Caller>, expected: number, isAnonymous = false): Promise<void> {
    const request = await sample()
    const caller = await callerOf()
    const known = isAnonymous && (await wasCounted())
    const before = await events()
    const method = operation!.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
    const answer = method === 'get' ? await caller.get(request.path) : await caller[method](request.path, request.body)
    expect(answer.status).toBe(expected)
    expect(answer.body.error).toEqual({ code: answer.body.code, message: answer.body.message })
    const added = (await events()).slice(before.length)
    expect(added.map(({ operation, outcome }) => ({ operation, outcome }))).toEqual(
      known ? [] : [{ operation: operationId, outcome: 'denied' }],
    )
  }

  if (operation.access !== 'anyone') it('denies anonymous callers: 401', () => refused('anonymous', [], 401))
  if (operation.access !== 'anyone' && operation.access !== 'signedIn') {
    it(`denies a stranger: ${errorCodes[refusalCode(operationId)][0]}`, async () =>
      refused((await sample()).stranger ?? app().persona('Tomasz').id, [], errorCodes[refusalCode(operationId)][0]))
    if (refusalCode(operationId) === 'notFound')
      it('returns a stranger the same for existing existing unknown ids, with any If-Match', async () => {
        const { path, body, stranger = app().persona('Tomasz').id } = await sample()
        const unknown = path.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?!.*[\da-f]{12})/, randomUUID())
        expect(unknown).not.toBe(path)
        const method = operation.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
        const answers = []
        for (const url of [path, unknown])
          for (const headers of [undefined, { 'if-match': '"999"' }]) {
            const caller = app().as(stranger, [])
            const answer = method === 'get' ? await caller.get(url, headers) : await caller[method](url, body, headers)
            answers.push({ ...answer.body, requestId: '', status: answer.status })
          }
        expect(answers).toEqual(Array(4).fill(answers[0]))
      })
  }
  if (operation.access !== 'anyone')
    it(`denies a key without ${operation.apiKey ? `the scope ${operation.apiKey}` : 'a scope for it'}: ${errorCodes[refusalCode(operationId)][0]}`, async () => {
      const others = (Object.keys(scopes) as Scope[]).filter((scope) => scope !== operation.apiKey)
      await refusedTo(async () => (await app().withKey(others)).caller, errorCodes[refusalCode(operationId)][0])
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
    it(`denies an auditor any change: ${errorCodes[refusalCode(operationId)][0]}`, async () =>
      refused(app().persona('Grace').id, ['Slipway.Auditor'], errorCodes[refusalCode(operationId)][0]))
}
