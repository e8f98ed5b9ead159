import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeReplayOutcome } from './labels.ts'
import { draft, file, replay, startReplayApp } from './policyReplay.fixture.ts'

let app: TestApp
let path: string
beforeAll(async () => {
  app = await startReplayApp()
  await file(app, [{ name: '=HYPERLINK("http://x")' }, { name: 'checkout-same', budget: 900 }])
  const rules = await draft(app, { approve: [{ when: 'request.budget <= 500.0', reason: '+Small budgets pass.' }] })
  path = `${rules.path}/changes/export.csv`
  await replay(app, rules.path)
})
afterAll(() => app.close())

describe('exportPolicyReplay', () => {
  it('writes each change as a line without spreadsheet formulas, and an audit event', async () => {
    const response = await app.as(app.persona('Grace').id).get(path)
    expect(response.status).toBe(200)
    expect(response.headers['content-disposition']).toMatch(/filename="policy-replay-version-\d+\.csv"/)
    const lines = response.body.trim().split('\r\n')
    expect(lines.length).toBe(2)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(lines[1]).toContain(describeReplayOutcome({ outcome: 'approved', reason: '+Small budgets pass.', stages: [], when: null }))
    const events = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'exportPolicyReplay').execute()
    expect(events).toMatchObject([{ outcome: 'allowed', actor_id: app.persona('Grace').id }])
  })

  roleSuite(
    'exportPolicyReplay',
    () => app,
    () => ({ path }),
  )
})
