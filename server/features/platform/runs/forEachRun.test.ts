import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { Failure } from '../../../errors.ts'
import { forEachRun } from './forEachRun.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('writes no event for a run whose outcome isn’t known, because it might have one already', async () => {
  const { id, displayName } = app.persona('Niamh')
  const requestId = randomUUID()
  const [unknownId, deniedId] = [randomUUID(), randomUUID()]
  const call = {
    db: app.db,
    actor: { id, displayName, roles: ['admin'], credential: 'session:test' } as never,
    operation: 'retryRuns',
    requestId,
  }
  const { done, denied } = await forEachRun(call, [unknownId, deniedId], (_tx, runId) => {
    throw runId === unknownId ? new Failure('outcomeUnknown') : new Failure('wrongState')
  })
  expect([done, denied]).toEqual([0, 2])
  const events = await app.db.selectFrom('audit_events').select(['subject_id', 'outcome']).where('request_id', '=', requestId).execute()
  expect(events).toEqual([{ subject_id: deniedId, outcome: 'denied' }])
})
