import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { roleAbilities } from '../../accounts/groups/roleLabels.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = (await groupRow(app, 'az-checkout-payments-prod-deployers')).id
})
afterAll(() => app.close())

const get = (givenName: string, group = id) => app.as(app.persona(givenName).id).get(`/account-access/groups/${group}`)
const inDirectory = () => app.company.groups.find((group) => group.mailNickname === 'az-checkout-payments-prod-deployers')!

const managesWebApps = roleAbilities({ properties: { roleName: '', permissions: [{ actions: ['Microsoft.Web/sites/*'] }] } })

describe('getAccessGroup', () => {
  it('shows the group’s permissions, scope, approvers and conflicting groups', async () => {
    const { status, body } = await get('Priya')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'az-checkout-payments-prod-deployers',
      account: { name: 'checkout-payments-prod', environment: 'production' },
      tower: { name: 'Commerce' },
      allowedActions: managesWebApps,
      roles: [{ roleName: 'Website Contributor', allowedActions: managesWebApps }],
      directoryGroupId: inDirectory().id,
      memberCount: inDirectory().memberIds.length,
      mine: { member: false },
      can: { request: true },
    })
    expect(body.owners.map((owner: { displayName: string }) => owner.displayName)).toContain('Daniel Okoro')
    expect(body.conflicts).toMatchObject(
      [{ group: { name: 'az-checkout-payments-prod-approvers', account: { name: 'checkout-payments-prod' } }, reason: /PCI DSS/ }].map(
        ({ reason, ...remaining }) => ({ ...remaining, reason: expect.stringMatching(reason) }),
      ),
    )
  })

  it('shows the members only to owners, administrators and auditors', async () => {
    expect((await get('Priya')).body).not.toHaveProperty('members')
    for (const givenName of ['Daniel', 'Niamh', 'Grace'])
      expect((await get(givenName)).body.members.map((member: { id: string }) => member.id).sort()).toEqual(
        [...inDirectory().memberIds].sort(),
      )
  })

  it('accepts an ID in any spelling', async () => {
    expect((await get('Priya', id.toUpperCase())).body.id).toBe(id)
  })

  roleSuite(
    'getAccessGroup',
    () => app,
    () => ({ path: `/account-access/groups/${id}` }),
  )

  it('returns 404 for an unknown or deleted group', async () => {
    expect((await get('Niamh', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    const deletedGroup = await groupRow(app, 'az-checkout-receipts-dev-readers')
    for (const status of ['deleting', 'deleted'] as const)
      await app.db.updateTable('access_groups').set({ status }).where('id', '=', deletedGroup.id).execute()
    expect((await get('Niamh', deletedGroup.id)).status).toBe(404)
    expect((await get('Niamh', 'no-id')).status).toBe(400)
  })

  it('omits the directory’s data during an outage', async () => {
    const silentGroup = await groupRow(app, 'az-checkout-basket-test-deployers')
    const faults = (['graph', 'arm'] as const).map((service) =>
      app.simulator.faults.add({ service, action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } }),
    )
    const { status, body } = await get('Daniel', silentGroup.id)
    for (const fault of faults) app.simulator.faults.remove(fault)
    expect([status, body.memberCount, body.allowedActions]).toEqual([200, null, managesWebApps])
  })
})
