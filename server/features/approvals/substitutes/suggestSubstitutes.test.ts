import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from '../delegations/delegations.fixture.ts'
import { substituteReasons } from './candidates.ts'
import { replaceApproversWithRavi } from './substitute.fixture.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
let approvalId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  delegations = delegationsOf(app)
  await replaceApproversWithRavi(app)
  approvalId = await delegations.ask('Daniel')
})
afterAll(() => app.close())
const propose = (personaName: string) => delegations.as(personaName).get(`/account-approvals/${approvalId}/cover`)

describe('suggestSubstitutes', () => {
  it('suggests people once approvers are absent, the best first, never the requester', async () => {
    expect((await propose('Niamh')).body).toMatchObject({
      stage: 1,
      need: null,
      problem: expect.any(String),
      candidates: [],
    })
    await delegations.set('Ravi', 'Daniel')
    const { body } = await propose('Niamh')
    expect(body).toMatchObject({ need: 'unstaffed', problem: null })
    const ids: string[] = body.candidates.map(({ person }: { person: { id: string } }) => person.id)
    expect(ids).toContain(delegations.id('Margaret'))
    for (const personaName of ['Daniel', 'Ravi', 'Niamh']) expect(ids).not.toContain(delegations.id(personaName))
    expect(body.candidates.find(({ person }: { person: { id: string } }) => person.id === delegations.id('Margaret')).reasons).toContain(
      substituteReasons.towerLead,
    )
    expect(body.candidates.length).toBeLessThanOrEqual(5)
    await delegations.set('Margaret', 'Samuel')
    const candidateIds = (await propose('Niamh')).body.candidates.map(({ person }: { person: { id: string } }) => person.id)
    expect(candidateIds).not.toContain(delegations.id('Margaret'))
  })

  roleSuite(
    'suggestSubstitutes',
    () => app,
    () => ({ path: `/account-approvals/${approvalId}/cover` }),
  )

  it('denies the requester and auditors', async () => {
    expect((await propose('Daniel')).status).toBe(403)
    expect((await propose('Grace')).status).toBe(403)
  })
})

describe('suggestSubstitutes if two people must agree', () => {
  it('suggests people if both seats belong to one person, through two user accounts or a delegation', async () => {
    const approverNames = ['Ravi', 'Margaret']
    const rule = { kind: 'anyOf' as const, personIds: approverNames.map(delegations.id) }
    const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 2 }] })
    const round = await delegations.ask('Priya')
    await restorePolicy()
    const readNeed = async () => (await delegations.as('Niamh').get(`/account-approvals/${round}/cover`)).body.need
    const numbers = await app.db.selectFrom('people').select(['id', 'employee_id']).where('id', 'in', rule.personIds).execute()
    await delegations.clear()
    expect(await readNeed()).toBe(null)
    await app.db.updateTable('people').set({ employee_id: 'ONE' }).where('id', 'in', rule.personIds).execute()
    expect(await readNeed()).toBe('unstaffed')
    for (const { id, employee_id } of numbers) await app.db.updateTable('people').set({ employee_id }).where('id', '=', id).execute()
    for (const personaName of approverNames) await delegations.set(personaName, 'Ewa')
    expect(await readNeed()).toBe('unstaffed')
    expect((await delegations.vote('Ewa', round)).body.status).toBe('pending')
    expect(await readNeed()).toBe('unstaffed')
  })
})
