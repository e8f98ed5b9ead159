import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { accountOf, ask } from './access.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const as = (who: string) => app.as(app.persona(who).id)

const check = async (who: string, n: number, suffix = 'readers') => {
  const { id, name } = accountOf(app, n)
  return as(who).post(`/accounts/${id}/accessRequests/check`, { groupId: (await groupRow(app, `az-${name}-${suffix}`)).id })
}

describe('checkAccessRequest', () => {
  it('names the approvers without the requester', async () => {
    const account = accountOf(app, 0)
    const answer = await check('Priya', 0)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ problem: null, stages: [{ name: 'Account owner', minimum: 1, fallback: false }] })
    const enabled = account.ownerIds.filter((id) => app.company.people.find((person) => person.id === id)!.enabled)
    expect(answer.body.stages[0].people.map(({ id }: { id: string }) => id).sort()).toEqual(enabled.sort())
    const own = await check('Daniel', 0)
    expect(own.body.stages[0].people.map(({ id }: { id: string }) => id)).not.toContain(app.persona('Daniel').id)
  })

  it('reports why access can’t be requested', async () => {
    const { body } = await ask(app, accountOf(app, 1))
    expect((await check('Priya', 1)).body.problem).toBe(`You already requested access. ${body.reference} is pending approval.`)
  })

  it('writes no audit event', async () => {
    const events = () => app.db.selectFrom('audit_events').select('id').where('actor_id', 'is not', null).execute()
    const before = (await events()).length
    await check('Tomasz', 2)
    expect((await events()).length).toBe(before)
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
