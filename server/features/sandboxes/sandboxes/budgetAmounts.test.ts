import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { scopes } from '../../../auth/scopes.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
const now = new Date('2026-03-10T12:00:00Z')
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
let sandboxId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
  sandboxId = await makeSandbox(app.db, {
    name: 'cost-lab',
    owners: [id('Ravi'), id('Priya')],
    members: [id('Daniel'), id('Samuel')],
    requester_id: id('Ravi'),
    lease_start: hoursFromNow(-48),
    lease_end: hoursFromNow(120),
    spend_at: now,
    spent: 4_000,
    hourly_rate: 100_000_000,
  })
  await app.db.deleteFrom('sandbox_owners').where('person_id', '=', id('Ravi')).where('sandbox_id', '=', sandboxId).execute()
  await app.db
    .updateTable('group_assignments')
    .set({ status: 'revoking' })
    .where('person_id', '=', id('Samuel'))
    .where('group_id', 'in', (groups) => groups.selectFrom('access_groups').select('id').where('sandbox_id', '=', sandboxId))
    .execute()
})
afterAll(() => app.close())

const pathsWithBudget = (): [string, string][] => [
  ['listSandboxes', '/sandboxes'],
  ['listSandboxesAdv', '/sandboxes/adv?filter=budgetPercent=ge=80'],
  ['searchSandboxes', '/sandboxes/search?searchTerm=cost-lab'],
  ['getSandboxByName', '/sandboxes/byName/cost-lab'],
  ['getSandbox', `/sandboxes/${sandboxId}`],
]

async function budgetsFor(name: string) {
  const budgets: Record<string, unknown> = {}
  for (const [operation, path] of pathsWithBudget()) {
    const { status, body } = await as(name).get(path)
    expect(status, operation).toBe(200)
    const found = [body.items ?? body].flat().find((sandbox: { id: string }) => sandbox.id === sandboxId)
    budgets[operation] = found?.budget
  }
  return budgets
}
const everywhere = (budget: object) => Object.fromEntries(pathsWithBudget().map(([operation]) => [operation, budget]))

describe('sandbox budget', () => {
  it.each(['Priya', 'Daniel', 'Niamh', 'Grace'])('has amounts for owners, members, administrators and auditors: %s', async (name) => {
    const limitTime = hoursFromNow(10).toISOString()
    const amounts = { limit: 5_000, spent: 4_000, hourlyRate: 100, reachesLimitAt: limitTime }
    expect(await budgetsFor(name)).toMatchObject(everywhere({ ...amounts, percent: 80, currency: 'GBP' }))
  })

  it.each([
    ['a stranger', 'Tomasz'],
    ['a former member', 'Samuel'],
    ['a former owner who requested the sandbox', 'Ravi'],
  ])('has a percentage but no amounts for %s', async (_, name) => {
    const hidden = { limit: null, spent: null, hourlyRate: null, reachesLimitAt: null, freezesAt: null }
    expect(await budgetsFor(name)).toEqual(
      everywhere({ ...hidden, currency: 'GBP', percent: 80, limitReachedAt: null, asOf: now.toISOString() }),
    )
    for (const part of ['spend', 'resources', 'events', 'deletion'])
      expect((await as(name).get(`/sandboxes/${sandboxId}/${part}`)).status, part).toBe(403)
    expect((await as(name).post(`/sandboxes/${sandboxId}/spend/refresh`)).status).toBe(403)
  })

  it('is hidden from API keys, whatever their scopes', async () => {
    const { caller } = await app.withKey(Object.keys(scopes) as (keyof typeof scopes)[])
    for (const [operation, path] of pathsWithBudget()) expect((await caller.get(path)).status, operation).toBe(403)
  })
})
