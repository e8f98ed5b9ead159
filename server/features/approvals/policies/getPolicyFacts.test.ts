import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { approvedKinds } from '../../../subjects/kinds.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

describe('getPolicyFacts', () => {
  it('returns every fact with its type and meaning, and the approvers that a stage can name', async () => {
    const { body } = await fixture.niamh().get('/approval-policies/facts')
    expect(body.facts).toContainEqual({
      path: 'target.environment',
      type: 'string',
      phrase: 'the environment',
      description: expect.any(String),
      values: ['production', 'preproduction', 'test', 'development'],
      exhaustive: true,
      kinds: approvedKinds.filter((kind) => kind !== 'policyChange'),
    })
    expect(body.facts).toContainEqual(expect.objectContaining({ path: 'request.region', exhaustive: false }))
    expect(body.facts).toContainEqual(expect.objectContaining({ path: 'risk.score', exhaustive: false, kinds: [...approvedKinds] }))
    for (const { path, description } of body.facts) expect([path, description.length > 10]).toEqual([path, true])
    expect(body.kinds.find(({ kind }: { kind: string }) => kind === 'sandboxRequest').relations).toContain('sandboxOwner')
  })

  roleSuite(
    'getPolicyFacts',
    () => app,
    () => ({ path: '/approval-policies/facts' }),
  )
})
