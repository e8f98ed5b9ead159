import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { createPending, requestRow, review, sandboxOf, template } from './sandboxRequests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('the planned ID of a sandbox', () => {
  it('is hidden and can’t change before the approval, and is the ID of the sandbox afterwards', async () => {
    const request = await createPending(app, await template(app))
    const { planned_sandbox_id: planned } = (await requestRow(app, request.id))!
    const { body } = await app.as(app.persona('Priya').id).get(`/sandbox-requests/${request.id}`)
    expect([body.id, JSON.stringify(body).includes(planned)]).toEqual([request.id, false])
    const change = sql`update sandbox_requests set planned_sandbox_id = gen_random_uuid() where id = ${request.id}`
    await expect(change.execute(app.db)).rejects.toMatchObject({ constraint: 'planned_id_fixed' })
    expect((await review(app, 'Ravi', request.id)).status).toBe(200)
    expect((await sandboxOf(app, request.id))?.id).toBe(planned)
  })
})
