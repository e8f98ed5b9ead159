import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Operation } from '../server/http/operation.ts'
import { operations } from '../server/operations.ts'
import { startTestApp, type TestApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const writes = operations.filter(({ method, readOnly }) => method !== 'GET' && !readOnly)

const scope = 'edge:complete'

/** The IDs don’t exist, and a denied caller must not be able to find that out. */
const addressOf = ({ path }: Operation) => {
  const valuesByParameter: Record<string, string> = { ...app.config.segments }
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valuesByParameter[name] ?? randomUUID())
}

it.each([
  ['anonymous callers', () => ({})],
  ['a key with another scope', async () => ({ 'x-api-key': (await app.withKey([scope])).key })],
] as const)('denies every write to %s, with exactly one audit event that names the call', async (callerName, credential) => {
  const headers: Record<string, string> = { host: '127.0.0.1:8080', ...(await credential()) }
  // A key can call every operation that is open to anyone.
  const closedOperations = writes.filter(({ access, apiKey, credential: ownCredential }) =>
    callerName === 'anonymous callers' ? access !== 'anyone' || ownCredential : access !== 'anyone' && apiKey !== scope,
  )
  expect(closedOperations.length).toBeGreaterThan(100)
  const operationsByRequest = new Map<string, string>()
  for (const operation of closedOperations) {
    const response = await app.app.inject({ method: operation.method, url: addressOf(operation), headers })
    expect([operation.id, response.statusCode]).toEqual([operation.id, expect.toBeOneOf([401, 403, 404])])
    operationsByRequest.set(String(response.headers['x-request-id']), operation.id)
  }
  const events = await app.db
    .selectFrom('audit_events')
    .select(['operation', 'outcome', 'request_id', 'subject_kind', 'reason'])
    .where('request_id', 'in', [...operationsByRequest.keys()])
    .execute()
  const eventsByRequest = Map.groupBy(events, (event) => event.request_id)
  for (const [request, operation] of operationsByRequest) {
    expect([operation, eventsByRequest.get(request)?.length]).toEqual([operation, 1])
    expect(eventsByRequest.get(request)![0]).toMatchObject({ operation, outcome: 'denied', reason: expect.stringMatching(/\S/) })
  }
})
