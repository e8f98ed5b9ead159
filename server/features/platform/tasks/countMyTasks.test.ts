import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { insertEmergencyAccess } from '../../access/emergency/emergency.fixture.ts'
import { makeSandbox } from '../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { endWave, freeNumbers, launch } from '../../services/edge/edge.fixture.ts'
import { type StuckRun, startWithStuckRun } from '../runs/stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

async function tasksOf(givenName: string): Promise<Record<string, number>> {
  const { status, body } = await stuckRun.app.as(stuckRun.app.persona(givenName).id).get('/me/tasks')
  expect(status).toBe(200)
  return Object.fromEntries(body.tasks.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))
}
const added = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([kind, count]) => (count === before[kind] ? [] : [[kind, count - (before[kind] ?? 0)]])),
  )

describe('countMyTasks', () => {
  it('counts the tasks of administrators only for administrators', async () => {
    const { app } = stuckRun
    const [before, engineerBefore] = [await tasksOf('Niamh'), await tasksOf('Tomasz')]
    expect(before.stuckRuns).toBe(1)
    await endWave(app, await launch(app, 'Halted rollout', freeNumbers(app, 1)), 'halted')
    await makeSandbox(app.db, { name: 'left-over', owners: [app.persona('Priya').id], status: 'quarantined' })
    app.simulator.faults.add({ service: 'servicenow', action: { kind: 'status', status: 401 } })
    await expect(app.context.clients.servicenow.getByCorrelationId('x')).rejects.toThrow()
    expect(added(before, await tasksOf('Niamh'))).toEqual({ stuckRollouts: 1, stuckSandboxes: 1, failingConnectors: 1 })
    expect(await tasksOf('Tomasz')).toEqual(engineerBefore)
    expect(await tasksOf('Grace')).not.toHaveProperty('stuckRuns')
  })

  it('counts a post-use report for owners and administrators, but not for its author', async () => {
    const names = ['Niamh', 'Daniel', 'Priya', 'Tomasz']
    const before = await Promise.all(names.map(tasksOf))
    await insertEmergencyAccess(stuckRun.app, 0, 'report')
    const after = await Promise.all(names.map(tasksOf))
    expect(after.map((tasks, index) => added(before[index]!, tasks))).toEqual([{ emergencyReviews: 1 }, { emergencyReviews: 1 }, {}, {}])
  })

  it('counts the same approvals as the inbox, and requests that were sent back to their requester', async () => {
    const { app } = stuckRun
    const inbox = (await app.as(app.persona('Daniel').id).get('/account-approvals/inbox')).body.total
    expect((await tasksOf('Daniel')).approvals ?? 0).toBe(inbox)
    const before = await tasksOf('Priya')
    const { body } = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: 'returned-account' }))
    const vote = { decision: 'requestChanges', stage: 1, comment: 'Name the cost centre of the campaign.' }
    expect((await app.as(app.persona('Ravi').id).post(`/account-approvals/${body.approvals[0].id}`, vote)).status).toBe(200)
    expect(added(before, await tasksOf('Priya'))).toEqual({ changesRequested: 1 })
  })

  roleSuite(
    'countMyTasks',
    () => stuckRun.app,
    () => ({ path: '/me/tasks' }),
  )
})
