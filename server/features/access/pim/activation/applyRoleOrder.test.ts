import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import type { StepContext } from '../../../../workflows/workflow.ts'
import { accountOf, administrator, sentOrders, ticketFor } from '../pim.fixture.ts'
import { applyRoleOrder, lateMessage } from './applyRoleOrder.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

it('reports that the request expired, not that Azure rejected it, if its ticket couldn’t be checked for an hour', async () => {
  const account = accountOf(app, 0)
  const body = { roleDefinitionId: administrator, durationMinutes: 60, justification: 'To restart the payment service.' }
  const caller = app.as(app.persona('Daniel').id)
  const response = await caller.post(`/accounts/${account.id}/createAssignment`, { ...body, ticket: ticketFor(app, account) })
  expect(response.status).toBe(201)
  const query = app.db.selectFrom('pim_orders').select('id').where('activation_id', '=', response.body.id)
  const { id } = await query.executeTakeFirstOrThrow()
  app.simulator.faults.add({ service: 'servicenow', action: { kind: 'status', status: 503, body: {} } })
  app.simulator.exchanges.clear()
  const { db, clients, config } = app.context
  const run = (minutes: number) => {
    const now = () => new Date(Date.now() + minutes * 60_000)
    const context: Partial<StepContext<Record<string, never>>> = { db, clients, config, subjectId: id, checkpoint: {}, now }
    return applyRoleOrder.steps[0]!.run(context as StepContext<Record<string, never>>)
  }
  await expect(run(1)).rejects.toMatchObject({ service: 'ServiceNow' })
  expect(await run(61)).toEqual({ rejected: lateMessage })
  expect(sentOrders(app)).toEqual([])
})
