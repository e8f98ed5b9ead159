import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeReplayChange } from './describeReplayChange.ts'
import { draft, file, replay, startReplayApp } from './policyReplay.fixture.ts'

let app: TestApp
let path: string
const smallBudgetRule = { when: 'request.budget <= 500.0', reason: 'Small budgets pass.' }
beforeAll(async () => {
  app = await startReplayApp()
  await file(app, [
    { name: 'checkout-plain', daysAgo: 1 },
    { name: 'checkout-rejected', status: 'rejected', daysAgo: 30 },
    { name: 'checkout-risky', risk: 70, daysAgo: 2 },
    { name: 'checkout-refused', environment: 'production', daysAgo: 3 },
    { name: 'checkout-same', budget: 900, daysAgo: 4 },
  ])
  const rules = await draft(app, {
    approve: [smallBudgetRule],
    reject: [{ when: 'target.environment == "production"', reason: 'Not there.' }],
  })
  path = `${rules.path}/changes`
  await replay(app, rules.path)
})
afterAll(() => app.close())

const list = async (query = '') => (await app.as(app.persona('Grace').id).get(`${path}?${query}`)).body
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

describe('listPolicyReplayChanges', () => {
  it('returns each change with its rule, the most unexpected first', async () => {
    const body = await list()
    expect(names(body)).toEqual(['checkout-refused', 'checkout-rejected', 'checkout-risky', 'checkout-plain'])
    expect(body.items[1]).toMatchObject({
      change: 'approvedAutomatically',
      severity: 3,
      remark: describeReplayChange({ change: 'approvedAutomatically', severity: 3, status: 'rejected', risk: 0, decidedBy: undefined }),
      requester: { displayName: app.persona('Priya').displayName },
      status: 'rejected',
      round: 1,
      rounds: 1,
      actual: { outcome: 'stages', reason: null },
      simulated: { outcome: 'approved', reason: smallBudgetRule.reason, when: smallBudgetRule.when },
      waits: { before: 20, after: 0 },
    })
    expect(body.items[1].simulated.reading).toMatch(/budget/)
    expect(body.items[1].actual.stages.length).toBeGreaterThan(0)
    expect(body.items[3]).toMatchObject({ severity: 0, remark: null, notifications: { after: 0 } })
    expect(body.items[3].notifications.before).toBeGreaterThan(0)
  })

  it('filters by the kind of change, and pages in a stable order', async () => {
    expect(names(await list('filter=change==rejectedAutomatically'))).toEqual(['checkout-refused'])
    expect(names(await list('filter=severity=ge=2'))).toEqual(['checkout-refused', 'checkout-rejected', 'checkout-risky'])
    expect(names(await list('sort=requestedAt&size=2&page=2'))).toEqual(['checkout-risky', 'checkout-plain'])
    expect(await list('size=2')).toMatchObject({ total: 4, totalIsCapped: false })
  })

  it('searches by subject and requester, only in this replay', async () => {
    expect(names(await list('search=risky'))).toEqual(['checkout-risky'])
    expect(names(await list('search=riksy'))).toEqual(['checkout-risky'])
    expect(names(await list('search=priya&filter=severity=ge=2&sort=-requestedAt'))).toEqual([
      'checkout-risky',
      'checkout-refused',
      'checkout-rejected',
    ])
    expect(names(await list('search=checkout-same'))).not.toContain('checkout-same')
    const { reference } = (await list('search=checkout-plain')).items[0]
    if (reference) expect(names(await list(`search=${reference}`))).toEqual(['checkout-plain'])
  })

  roleSuite(
    'listPolicyReplayChanges',
    () => app,
    () => ({ path }),
  )

  it('rejects an unknown field', async () => {
    expect((await list('filter=colour==red')).code).toBe('invalidFilter')
  })
})
