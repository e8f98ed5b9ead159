import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = (await groupRow(app, 'az-checkout-payments-prod-approvers')).id
})
afterAll(() => app.close())

const list = (givenName: string, group = id) => app.as(app.persona(givenName).id).get(`/account-access/groups/${group}/conflicts`)

describe('listGroupConflicts', () => {
  it('shows a rule in both groups, with the permission to remove it', async () => {
    const { status, body } = await list('Daniel')
    expect(status).toBe(200)
    expect(body.map((each: { group: { name: string } }) => each.group.name)).toEqual([
      'az-checkout-payments-prod-contributors',
      'az-checkout-payments-prod-deployers',
    ])
    expect(body[0].can).toEqual({ remove: true })
    const otherConflicts = (await list('Priya', body[1].group.id)).body
    expect(otherConflicts).toMatchObject([{ group: { id }, reason: body[1].reason }])
    expect(otherConflicts[0].can.remove).toEqual(expect.any(String))
  })

  it('leaves out deleted groups', async () => {
    const contributors = (await list('Daniel')).body[0].group.id
    for (const status of ['deleting', 'deleted'] as const)
      await app.db.updateTable('access_groups').set({ status }).where('id', '=', contributors).execute()
    expect((await list('Daniel')).body).toHaveLength(1)
  })

  roleSuite(
    'listGroupConflicts',
    () => app,
    () => ({ path: `/account-access/groups/${id}/conflicts` }),
  )

  it('returns 404 for an unknown group', async () => {
    expect((await list('Niamh', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
