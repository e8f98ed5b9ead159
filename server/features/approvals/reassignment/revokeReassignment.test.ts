import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from '../delegations/delegations.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  they = delegationsOf(app)
})
afterAll(() => app.close())

async function passed(): Promise<string> {
  const approvalId = await they.ask()
  const body = { stage: 1, to: they.id('Ewa'), comment: 'You know it better.' }
  expect((await they.as('Ravi').post(`/account-approvals/${approvalId}/pass-on`, body)).status).toBe(201)
  return approvalId
}
const revokeReassignment = (who: string, approvalId: string) => they.as(who).delete(`/account-approvals/${approvalId}/pass-on`)
const titles = async (who: string) =>
  (
    await app.db
      .selectFrom('notifications')
      .select('title')
      .where('person_id', '=', they.id(who))
      .where('kind', '=', 'decisionReassigned')
      .where('title', 'not like', '% reassigned a decision to you%')
      .execute()
  ).map(({ title }) => title)

describe('revokeReassignment', () => {
  let approvalId: string
  beforeAll(async () => {
    approvalId = await passed()
  })

  it('lets the sender revoke it, and notifies the receiver, who can no longer decide', async () => {
    const approvalId = await passed()
    expect((await revokeReassignment('Ravi', approvalId)).body.can).toMatchObject({ reassign: true, decide: true })
    expect(await titles('Ewa')).toEqual([expect.stringMatching(/^Ravi Deshmukh took a decision back: /)])
    expect(await they.waiting('Ewa')).not.toContain(approvalId)
    expect((await they.vote('Ewa', approvalId)).status).toBe(403)
    expect(await they.votes(approvalId)).toEqual([])
  })

  it('lets the receiver hand it back, after which it can be reassigned', async () => {
    const approvalId = await passed()
    expect((await revokeReassignment('Ewa', approvalId)).status).toBe(200)
    expect(await titles('Ravi')).toEqual([expect.stringMatching(/declined a decision you reassigned/)])
    const body = { stage: 1, to: they.id('Margaret'), comment: 'You then.' }
    expect((await they.as('Ravi').post(`/account-approvals/${approvalId}/pass-on`, body)).status).toBe(201)
    expect((await they.vote('Margaret', approvalId)).status).toBe(200)
  })

  roleSuite(
    'revokeReassignment',
    () => app,
    () => ({ path: `/account-approvals/${approvalId}/pass-on` }),
  )

  it('denies everyone but the two people', async () => {
    for (const who of ['Priya', 'Niamh', 'Margaret']) expect((await revokeReassignment(who, approvalId)).status).toBe(403)
  })

  it('rejects a seat with a vote, and returns 404 for an unknown reassignment', async () => {
    const approvalId = await passed()
    await they.vote('Ewa', approvalId)
    expect((await revokeReassignment('Ravi', approvalId)).body.code).toBe('alreadyDecided')
    expect((await revokeReassignment('Ravi', randomUUID())).status).toBe(404)
  })
})
