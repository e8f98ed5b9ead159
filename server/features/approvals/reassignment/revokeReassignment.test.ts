import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from '../delegations/delegations.fixture.ts'
import { reassignmentTitles } from './notify.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
})
afterAll(() => app.close())

async function createReassignment(): Promise<string> {
  const approvalId = await delegations.ask()
  const body = { stage: 1, to: delegations.id('Ewa'), comment: 'You know it better.' }
  expect((await delegations.as('Ravi').post(`/account-approvals/${approvalId}/pass-on`, body)).status).toBe(201)
  return approvalId
}
const revokeReassignment = (personaName: string, approvalId: string) =>
  delegations.as(personaName).delete(`/account-approvals/${approvalId}/pass-on`)
const titles = async (personaName: string) =>
  (
    await app.db
      .selectFrom('notifications')
      .select('title')
      .where('person_id', '=', delegations.id(personaName))
      .where('kind', '=', 'decisionReassigned')
      .where('dedupe_key', 'like', 'undone:%')
      .execute()
  ).map(({ title }) => title)

describe('revokeReassignment', () => {
  let approvalId: string
  beforeAll(async () => {
    approvalId = await createReassignment()
  })

  it('lets the sender revoke a reassignment, and notifies the receiver, who can no longer decide', async () => {
    const approvalId = await createReassignment()
    expect((await revokeReassignment('Ravi', approvalId)).body.can).toMatchObject({ reassign: true, decide: true })
    expect(await titles('Ewa')).toEqual([expect.stringContaining(reassignmentTitles.revoked('Ravi Deshmukh', ''))])
    expect(await delegations.waiting('Ewa')).not.toContain(approvalId)
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(403)
    expect(await delegations.votes(approvalId)).toEqual([])
  })

  it('lets the receiver decline the request, which can then be reassigned again', async () => {
    const approvalId = await createReassignment()
    expect((await revokeReassignment('Ewa', approvalId)).status).toBe(200)
    expect(await titles('Ravi')).toEqual([expect.stringContaining(reassignmentTitles.declined(app.persona('Ewa').displayName, ''))])
    const body = { stage: 1, to: delegations.id('Margaret'), comment: 'You then.' }
    expect((await delegations.as('Ravi').post(`/account-approvals/${approvalId}/pass-on`, body)).status).toBe(201)
    expect((await delegations.vote('Margaret', approvalId)).status).toBe(200)
  })

  roleSuite(
    'revokeReassignment',
    () => app,
    () => ({ path: `/account-approvals/${approvalId}/pass-on` }),
  )

  it('denies everyone but the two people', async () => {
    for (const personaName of ['Priya', 'Niamh', 'Margaret']) expect((await revokeReassignment(personaName, approvalId)).status).toBe(403)
  })

  it('rejects a seat with a vote, and returns 404 for an unknown reassignment', async () => {
    const approvalId = await createReassignment()
    await delegations.vote('Ewa', approvalId)
    expect((await revokeReassignment('Ravi', approvalId)).body.code).toBe('alreadyDecided')
    expect((await revokeReassignment('Ravi', randomUUID())).status).toBe(404)
  })
})
