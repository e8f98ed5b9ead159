import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, activateRole, activation, roleIds, sentOrders, ticketFor, waitForActivationStatus } from './pim.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const cancel = (id: string, givenName = 'Daniel') => app.as(app.persona(givenName).id).post(`/pim/activations/${id}/cancel`)
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

describe('cancelPimActivation', () => {
  it('cancels a scheduled activation, including in Azure', async () => {
    const { id } = (await activateRole(app, 0, { startsAt: tomorrow() })).body
    await app.quiet()
    expect((await cancel(id)).status).toBe(202)
    await waitForActivationStatus(app, id, 'cancelled')
    expect(sentOrders(app)).toMatchObject([{ requestType: 'AdminRemove' }])
    expect((await activateRole(app, 0)).body.status).toBe('active')
    expect(await activation(app, 0)).toHaveLength(1)
  })

  it('withdraws a pending activation and cancels its approval', async () => {
    const requestBody = { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, accountOf(app, 1)) }
    const { id, status, approvalId } = (await activateRole(app, 1, requestBody)).body
    expect(status).toBe('pending_approval')
    expect((await cancel(id)).body.status).toBe('cancelled')
    const approval = await app.db.selectFrom('approvals').select('status').where('id', '=', approvalId).executeTakeFirst()
    expect(approval).toEqual({ status: 'cancelled' })
    expect(await activation(app, 1)).toEqual([])
  })

  describe('other callers', () => {
    let id = ''
    beforeAll(async () => {
      id = (await activateRole(app, 2, { startsAt: tomorrow() })).body.id
    })
    roleSuite(
      'cancelPimActivation',
      () => app,
      () => ({ path: `/pim/activations/${id}/cancel`, outsider: app.persona('Niamh').id }),
    )
  })

  it('rejects an active role, and returns 404 for an unknown activation', async () => {
    expect((await cancel('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    const { id } = (await activateRole(app, 3)).body
    expect((await cancel(id)).body).toMatchObject({ code: 'wrongState' })
  })
})
