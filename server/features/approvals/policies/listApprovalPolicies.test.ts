import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeCondition } from '../../../approvals/describeCondition.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { approvedKinds } from '../../../subjects/kinds.ts'
import { azureApprovers, policySummary, relationLabels } from './labels.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

const grace = () => app.as(app.persona('Grace').id)

describe('listApprovalPolicies', () => {
  it('returns every kind with its live version and draft', async () => {
    const draft = await fixture.draft('accountRequest', { changeNote: 'Less waiting.' })
    const { body } = await fixture.niamh().get('/approval-policies')
    expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(approvedKinds)
    expect(body[0]).toMatchObject({
      kindName: findApprovalSubject('accountRequest').policy.name,
      live: { version: 1, status: 'live' },
      open: { version: draft.version, status: 'draft', changeNote: 'Less waiting.', createdBy: { displayName: 'Niamh Brennan' } },
      versions: 2,
      can: { draft: expect.any(String) },
    })
    expect(body[1]).toMatchObject({ open: null, can: { draft: true } })
    const { pending } = await app.db
      .selectFrom('approvals')
      .select((eb) => eb.fn.countAll<number>().as('pending'))
      .where('status', '=', 'pending')
      .where('subject_kind', '=', 'accountRequest')
      .executeTakeFirstOrThrow()
    expect(body[0].pending).toBe(pending)
  })

  it('summarises each policy', async () => {
    const reads = (approvers: string, when: string) => expect.stringMatching(new RegExp(`${approvers}, .*${describeCondition(when)}$`))
    const { body } = await grace().get('/approval-policies')
    const readings = Object.fromEntries(body.map(({ kind, reading }: { kind: string; reading: object }) => [kind, reading]))
    expect(readings).toMatchObject({
      accountRequest: {
        approvers: [
          relationLabels.familyOwner,
          relationLabels.towerLead,
          reads(relationLabels.productApprover, 'request.restrictedItems'),
          reads('Cloud Architecture Board', 'target.environment == "production"'),
        ],
        automatic: [],
      },
      accountUpdate: {
        approvers: [
          reads(relationLabels.productApprover, 'request.change == "catalogue" && request.restrictedItems'),
          reads(relationLabels.familyOwner, 'request.change == "catalogue" && !request.restrictedItems'),
          reads(relationLabels.familyOwner, 'request.change == "decommission"'),
          reads(relationLabels.towerLead, 'request.change == "decommission" && target.environment == "production"'),
        ],
        automatic: [],
      },
      accessRequest: { approvers: [relationLabels.accountOwner], automatic: [] },
      pimActivation: { approvers: [azureApprovers], automatic: [] },
    })
    const names = new Map()
    const twoRules = expect.stringContaining(' 2 ')
    const rule = { when: 'target.environment == "development"', reason: 'Small.' }
    const stage = { name: 'One', rule: { kind: 'manager' as const }, minimum: 2 }
    const rules = { reject: [rule, rule], approve: [rule], stages: [stage] }
    expect(policySummary({ kind: 'accessRequest', ...rules }, names)).toEqual({
      approvers: [expect.stringMatching(new RegExp(`^2 .*${relationLabels.manager}$`))],
      automatic: [expect.stringContaining(describeCondition(rule.when)), twoRules],
    })
    expect(policySummary({ kind: 'pimActivation', ...rules }, names)).toEqual({
      approvers: [azureApprovers],
      automatic: [twoRules],
    })
  })

  it('is readable for auditors, who can’t change anything', async () => {
    const { status, body } = await grace().get('/approval-policies')
    expect([status, body[1].can]).toEqual([200, { draft: expect.any(String) }])
  })

  roleSuite(
    'listApprovalPolicies',
    () => app,
    () => ({ path: '/approval-policies' }),
  )
})
