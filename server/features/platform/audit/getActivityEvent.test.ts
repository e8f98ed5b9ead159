import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import { policies } from '../../approvals/policies/policies.fixture.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let request: { id: string }
let requestEventId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  request = (await as('Priya').post('/account-requests', newRequest(app))).body
  requestEventId = (await activity('accountRequest', request.id)).at(-1)!.id
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const fetchEvent = (givenName: string, id: string) => as(givenName).get(`/audit/activity/${id}`)
interface Row {
  id: string
  operation: string
  outcome: string
  changed: boolean
}
const activity = async (kind: string, id: string): Promise<Row[]> =>
  (await niamh(app).get(`/audit/activity?kind=${kind}&id=${id}`)).body.items

describe('getActivityEvent', () => {
  it.each(['Priya', 'Ravi', 'Niamh', 'Grace'])(
    'shows %s the content of a request: the requester, approvers and administrators',
    async (givenName) => {
      const { status, body } = await fetchEvent(givenName, requestEventId)
      expect([status, body]).toEqual([
        200,
        {
          ...{ id: requestEventId, before: null, after: expect.objectContaining({ name: 'checkout-trial-dev' }) },
          names: expect.objectContaining({ [app.persona('Priya').id]: app.persona('Priya').displayName }),
        },
      ])
    },
  )

  it('shows tower leads the values of changes to their tower, and no values for failed attempts', async () => {
    const tower = await systemActionsWithCode(app, 'AUDV')
    const rows = await activity('tower', tower.id)
    expect(rows.map(({ operation, outcome, changed }) => [operation, outcome, changed])).toEqual([
      ['updateTower', 'denied', false],
      ['updateTower', 'allowed', true],
      ['createTower', 'allowed', true],
    ])
    expect((await fetchEvent('Ravi', rows[1]!.id)).body).toMatchObject({ before: { name: 'Tower AUDV' }, after: { name: 'Renamed AUDV' } })
    expect((await fetchEvent('Ravi', rows[0]!.id)).body).toMatchObject({ before: null, after: null })
  })

  it('shows how a policy became active, with its changes', async () => {
    const { draft, propose, vote, secondAdmin } = policies(app)
    const { id, path } = await draft('accessRequest')
    const proposedResponse = await propose(path)
    expect(proposedResponse.status).toBe(200)
    expect((await vote(secondAdmin(), proposedResponse.body.approvalId, 'approve', 'Well.')).status).toBe(200)
    const [lastEvent] = await activity('approvalPolicy', id)
    expect(lastEvent).toMatchObject({ operation: 'decideAccountApproval', outcome: 'allowed' })
    expect((await fetchEvent('Grace', lastEvent!.id)).body).toMatchObject({ after: { decision: 'approve', comment: 'Well.' } })
    expect((await fetchEvent('Ravi', lastEvent!.id)).status).toBe(403)
    const proposal = (await activity('approvalPolicy', id)).find(({ operation }) => operation === 'proposeApprovalPolicy')!
    const { after, names } = (await fetchEvent('Grace', proposal.id)).body
    const groupId = after.stages.find(({ rule }: PolicyStage) => rule.fallbackGroupId).rule.fallbackGroupId
    const group = await app.db.selectFrom('directory_groups').select('display_name').where('id', '=', groupId).executeTakeFirstOrThrow()
    expect(names[groupId]).toBe(group.display_name)
  })

  roleSuite(
    'getActivityEvent',
    () => app,
    () => ({ path: `/audit/activity/${requestEventId}` }),
  )

  it('denies people who can’t read the subject, even with a known ID', async () => {
    for (const givenName of ['Tomasz', 'Daniel']) {
      const response = await fetchEvent(givenName, requestEventId)
      expect([response.status, JSON.stringify(response.body).includes('checkout-trial-dev')]).toEqual([403, false])
    }
  })

  it('returns 404 for an unknown event, and for an event without activity', async () => {
    expect((await fetchEvent('Niamh', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    await niamh(app).get('/audit/export.csv')
    const otherEvent = await app.db.selectFrom('audit_events').select('id').where('subject_kind', '=', 'audit').executeTakeFirstOrThrow()
    expect((await fetchEvent('Niamh', otherEvent.id)).status).toBe(404)
  })
})
