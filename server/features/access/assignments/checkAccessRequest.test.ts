import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { requestProblems } from '../../accounts/groups/policy.ts'
import { accountOf, requestAccess } from './access.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

const check = async (givenName: string, n: number, suffix = 'readers') => {
  const { id, name } = accountOf(app, n)
  return as(givenName).post(`/accounts/${id}/accessRequests/check`, { groupId: (await groupRow(app, `az-${name}-${suffix}`)).id })
}

describe('checkAccessRequest', () => {
  it('lists the approvers without the requester', async () => {
    const account = accountOf(app, 0)
    const response = await check('Priya', 0)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ problem: null, stages: [{ name: 'Account owner', minimum: 1, fallback: false }] })
    const enabled = account.ownerIds.filter((id) => app.company.people.find((person) => person.id === id)!.enabled)
    expect(response.body.stages[0].people.map(({ id }: { id: string }) => id).sort()).toEqual(enabled.sort())
    const ownResponse = await check('Daniel', 0)
    expect(ownResponse.body.stages[0].people.map(({ id }: { id: string }) => id)).not.toContain(app.persona('Daniel').id)
  })

  it('returns the reason why access can’t be requested', async () => {
    const { body } = await requestAccess(app, accountOf(app, 1))
    expect((await check('Priya', 1)).body.problem).toBe(requestProblems.open(body.reference))
  })

  it('doesn’t write an audit event', async () => {
    const events = () => app.db.selectFrom('audit_events').select('id').where('actor_id', 'is not', null).execute()
    const countBefore = (await events()).length
    await check('Tomasz', 2)
    expect((await events()).length).toBe(countBefore)
  })

  roleSuite(
    'checkAccessRequest',
    () => app,
    () => ({ path: `/accounts/${accountOf(app, 0).id}/accessRequests/check`, body: {} }),
  )

  it('returns 404 for a group of another account', async () => {
    const group = await groupRow(app, `az-${accountOf(app, 3).name}-readers`)
    expect((await as('Priya').post(`/accounts/${accountOf(app, 4).id}/accessRequests/check`, { groupId: group.id })).status).toBe(404)
  })
})
