import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { approvedKinds } from '../../../subjects/kinds.ts'
import { azureApprovers, policySummary, relationLabels } from './labels.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ work: false })
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
      kindName: 'New accounts',
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
    const { body } = await grace().get('/approval-policies')
    const readings = Object.fromEntries(body.map(({ kind, reading }: { kind: string; reading: object }) => [kind, reading]))
    expect(readings).toMatchObject({
      accountRequest: {
        asked: [
          relationLabels.familyOwner,
          relationLabels.towerLead,
          `${relationLabels.productApprover}, if the request has catalogue items with their own approvers`,
          'a member of Cloud Architecture Board, if the environment is production',
        ],
        resolved: [],
      },
      accountUpdate: {
        asked: [
          `${relationLabels.productApprover}, if the account’s services change and the request has catalogue items with their own approvers`,
          `${relationLabels.familyOwner}, if the account’s services change and the request has no catalogue items with their own approvers`,
          `${relationLabels.familyOwner}, if the account is decommissioned`,
          `${relationLabels.towerLead}, if the account is decommissioned and the environment is production`,
        ],
        resolved: [],
      },
      accessRequest: { asked: [relationLabels.accountOwner], resolved: [] },
      pimActivation: { asked: [azureApprovers], resolved: [] },
    })
    const names = new Map()
    const rule = { when: 'target.environment == "development"', because: 'Small.' }
    const stage = { name: 'One', rule: { kind: 'manager' as const }, minimum: 2 }
    const rules = { reject: [rule, rule], approve: [rule], stages: [stage] }
    expect(policySummary({ kind: 'accessRequest', ...rules }, names)).toEqual({
      asked: ['2 people, each the requester’s manager'],
      resolved: ['Approved automatically if the environment is development.', 'Rejected automatically by 2 rules.'],
    })
    expect(policySummary({ kind: 'pimActivation', ...rules }, names)).toEqual({
      asked: [azureApprovers],
      resolved: ['Rejected automatically by 2 rules.'],
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
