import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'

let app: TestApp
let approvers: string
let deployers: string
let foreignGroupId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  approvers = (await groupRow(app, 'az-checkout-payments-prod-approvers')).id
  deployers = (await groupRow(app, 'az-checkout-payments-prod-deployers')).id
  foreignGroupId = (await groupRow(app, 'az-returns-refunds-bridge-prod-approvers')).id
})
afterAll(() => app.close())

const remove = (personaName: string, name: string, otherGroup: string) =>
  app.as(app.persona(personaName).id).delete(`/account-access/groups/${name}/conflicts/${otherGroup}`)
const pairs = async () => (await app.db.selectFrom('access_group_conflicts').select('group_id').execute()).length

describe('removeGroupConflict', () => {
  roleSuite(
    'removeGroupConflict',
    () => app,
    () => ({ path: `/account-access/groups/${approvers}/conflicts/${deployers}` }),
  )

  it('denies an owner of other accounts', async () => {
    const countBefore = await pairs()
    const otherGroup = await groupRow(app, 'az-returns-refunds-bridge-prod-deployers')
    expect((await remove('Daniel', foreignGroupId, otherGroup.id)).status).toBe(403)
    expect(await pairs()).toBe(countBefore)
  })

  it('returns 404 when there is no rule for the groups', async () => {
    expect((await remove('Niamh', approvers, foreignGroupId)).status).toBe(404)
    expect((await remove('Niamh', approvers, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })

  it('removes a rule once from either group, with an audit event', async () => {
    const countBefore = await pairs()
    expect((await remove('Daniel', deployers.toUpperCase(), approvers)).status).toBe(204)
    expect(await pairs()).toBe(countBefore - 1)
    expect((await remove('Daniel', approvers, deployers)).status).toBe(404)
    const event = await app.db
      .selectFrom('audit_events')
      .select('before')
      .where('operation', '=', 'removeGroupConflict')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event.before).toMatchObject({ doesNotGoWith: { id: approvers, reason: expect.stringContaining('PCI DSS') } })
  })
})
