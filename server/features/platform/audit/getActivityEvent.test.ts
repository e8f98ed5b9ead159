import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { policies } from '../../approvals/policies/policies.fixture.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let request: { id: string }
let asked: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  request = (await as('Priya').post('/account-requests', newRequest(app))).body
  asked = (await activity('accountRequest', request.id)).at(-1)!.id
})
afterAll(() => app.close())

const as = (who: string) => app.as(app.persona(who).id)
const read = (who: string, id: string) => as(who).get(`/audit/activity/${id}`)
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
    async (who) => {
      const { status, body } = await read(who, asked)
      expect([status, body]).toEqual([200, { id: asked, before: null, after: expect.objectContaining({ name: 'checkout-trial-dev' }) }])
    },
  )

  it('shows tower leads changes to their tower, but not failed attempts', async () => {
    const tower = await systemActionsWithCode(app, 'AUDV')
    const rows = await activity('tower', tower.id)
    expect(rows.map(({ operation, outcome, changed }) => [operation, outcome, changed])).toEqual([
      ['updateTower', 'denied', false],
      ['updateTower', 'allowed', true],
      ['createTower', 'allowed', true],
    ])
    expect((await read('Ravi', rows[1]!.id)).body).toMatchObject({ before: { name: 'Tower AUDV' }, after: { name: 'Renamed AUDV' } })
    expect((await read('Ravi', rows[0]!.id)).body).toMatchObject({ before: null, after: null })
  })

  it('shows how a policy became active, with its changes', async () => {
    const { draft, propose, vote, secondAdmin } = policies(app)
    const { id, path } = await draft('accessRequest')
    const proposed = await propose(path)
    expect(proposed.status).toBe(200)
    expect((await vote(secondAdmin(), proposed.body.approvalId, 'approve', 'Well.')).status).toBe(200)
    const [last] = await activity('approvalPolicy', id)
    expect(last).toMatchObject({ operation: 'decideAccountApproval', outcome: 'allowed' })
    expect((await read('Grace', last!.id)).body).toMatchObject({ after: { decision: 'approve', comment: 'Well.' } })
    expect((await read('Ravi', last!.id)).status).toBe(403)
  })

  roleSuite(
    'getActivityEvent',
    () => app,
    () => ({ path: `/audit/activity/${asked}` }),
  )

  it('denies people who can’t read the subject, also by a known id', async () => {
    for (const who of ['Tomasz', 'Daniel']) {
      const answer = await read(who, asked)
      expect([answer.status, JSON.stringify(answer.body).includes('checkout-trial-dev')]).toEqual([403, false])
    }
  })

  it('returns 404 for an unknown event, and for an event without activity', async () => {
    expect((await read('Niamh', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    await niamh(app).get('/audit/export.csv')
    const other = await app.db.selectFrom('audit_events').select('id').where('subject_kind', '=', 'audit').executeTakeFirstOrThrow()
    expect((await read('Niamh', other.id)).status).toBe(404)
  })
})
