import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from '../delegations/delegations.fixture.ts'
import { onlyRavi } from './substitute.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
let approvalId: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  they = delegationsOf(app)
  await onlyRavi(app)
  approvalId = await they.ask('Daniel')
})
afterAll(() => app.close())
const propose = (who: string) => they.as(who).get(`/account-approvals/${approvalId}/cover`)

describe('suggestSubstitutes', () => {
  it('suggests people once approvers are absent, the best first, never the requester', async () => {
    expect((await propose('Niamh')).body).toMatchObject({
      stage: 1,
      need: null,
      problem: expect.stringMatching(/^The approvers are available and haven’t ignored a reminder/),
      candidates: [],
    })
    await they.set('Ravi', 'Daniel')
    const { body } = await propose('Niamh')
    expect(body).toMatchObject({ need: 'unstaffed', problem: null })
    const ids: string[] = body.candidates.map(({ person }: { person: { id: string } }) => person.id)
    expect(ids).toContain(they.id('Margaret'))
    for (const who of ['Daniel', 'Ravi', 'Niamh']) expect(ids).not.toContain(they.id(who))
    expect(body.candidates.find(({ person }: { person: { id: string } }) => person.id === they.id('Margaret')).reasons).toContain(
      'leads the tower',
    )
    expect(body.candidates.length).toBeLessThanOrEqual(5)
    await they.set('Margaret', 'Samuel')
    const later = (await propose('Niamh')).body.candidates.map(({ person }: { person: { id: string } }) => person.id)
    expect(later).not.toContain(they.id('Margaret'))
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

describe('suggestSubstitutes where two people must agree', () => {
  it('suggests people when both seats belong to one person, by two accounts or as delegate', async () => {
    const asked = ['Ravi', 'Margaret']
    const rule = { kind: 'anyOf' as const, personIds: asked.map(they.id) }
    const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 2 }] })
    const round = await they.ask('Priya')
    await back()
    const need = async () => (await they.as('Niamh').get(`/account-approvals/${round}/cover`)).body.need
    const numbers = await app.db.selectFrom('people').select(['id', 'employee_id']).where('id', 'in', rule.personIds).execute()
    await they.clear()
    expect(await need()).toBe(null)
    await app.db.updateTable('people').set({ employee_id: 'ONE' }).where('id', 'in', rule.personIds).execute()
    expect(await need()).toBe('unstaffed')
    for (const { id, employee_id } of numbers) await app.db.updateTable('people').set({ employee_id }).where('id', '=', id).execute()
    for (const who of asked) await they.set(who, 'Ewa')
    expect(await need()).toBe('unstaffed')
    expect((await they.vote('Ewa', round)).body.status).toBe('pending')
    expect(await need()).toBe('unstaffed')
  })
})
