import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { cloudSyncVerdict } from '../accounts/policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccount = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('updateMyAccount', () => {
  it('changes only the fields that owners can change', async () => {
    const owner = app.as(app.persona('Daniel').id)
    const accountBefore = (await owner.get(`/accounts/myAccounts/${ownAccount().id}`)).body
    const change = {
      description: 'The till',
      costCentre: 'CC-77',
      criticality: 'tier1',
      tags: { a: 'b' },
      budget: { ...accountBefore.budget, amount: 123_400 },
    }
    const response = await owner.patch(`/accounts/myAccounts/${ownAccount().id}`, change, { 'if-match': '"1"' })
    expect([response.status, response.headers.etag]).toEqual([200, '"2"'])
    const { service: _serviceTag, tower: _towerTag, ...remaining } = accountBefore.tags
    expect(response.body).toEqual({
      ...accountBefore,
      ...change,
      tags: { ...remaining, a: 'b' },
      version: 2,
      updatedAt: expect.any(String),
    })
    const events = (await owner.get(`/accounts/${ownAccount().id}/activity`)).body.items
    const byDaniel = { what: 'updateMyAccount', person: expect.objectContaining({ displayName: 'Daniel Okoro' }), outcome: 'allowed' }
    expect(events).toEqual([expect.objectContaining(byDaniel)])
  })

  roleSuite(
    'updateMyAccount',
    () => app,
    () => ({ path: `/accounts/myAccounts/${ownAccount().id}`, body: { description: 'mine' } }),
  )

  it('denies an auditor, and a former owner with an open session', async () => {
    const otherAccount = app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))[1]!
    const [path, daniel] = [`/accounts/myAccounts/${otherAccount.id}`, app.as(app.persona('Daniel').id)]
    expect((await app.as(app.persona('Grace').id).patch(path, { description: 'x' })).status).toBe(401)
    expect((await daniel.patch(path, { description: 'still' })).status).toBe(200)
    const ownerIds = [app.persona('Ravi').id, app.persona('Margaret').id]
    expect((await app.as(app.persona('Niamh').id).patch(`/accounts/admin/${otherAccount.id}/owners`, { ownerIds })).status).toBe(200)
    const response = await daniel.patch(path, { description: 'no more' })
    expect([response.status, response.body.code]).toEqual([401, 'unauthorised'])
  })

  it('rejects fields that owners can’t change', async () => {
    const change = { dataClassification: 'public', name: 'x', status: 'deleted', ownerIds: [], towerId: unknownId }
    const response = await app.as(app.persona('Daniel').id).patch(`/accounts/myAccounts/${ownAccount().id}`, change)
    expect(response.status).toBe(400)
    expect(response.body.errors.map((error: { field: string }) => error.field).sort()).toEqual(Object.keys(change).sort())
  })

  it('rejects an old version, an empty change, an invalid tag and a different currency', async () => {
    const owner = app.as(app.persona('Daniel').id)
    const path = `/accounts/myAccounts/${ownAccount().id}`
    expect((await owner.patch(path, { description: 'x' }, { 'if-match': '"0"' })).status).toBe(412)
    expect((await owner.patch(path, {})).status).toBe(400)
    expect((await owner.patch(path, JSON.parse('{"tags":{"__proto__":"x"}}'))).status).toBe(400)
    expect((await owner.patch(path, { tags: { 'a/b': 'x' } })).status).toBe(400)
    const { budget } = (await owner.get(path)).body
    const dollarResponse = await owner.patch(path, { budget: { ...budget, currency: 'USD' } })
    expect(dollarResponse.body.errors[0].field).toBe('budget.currency')
    expect((await owner.patch(path, { description: 'a\u0000b' })).status).toBe(400)
  })

  it('rejects tags that Azure would reject later, or that Slipway manages', async () => {
    const owner = app.as(app.persona('Daniel').id)
    const path = `/accounts/myAccounts/${ownAccount().id}`
    const accountBefore = (await owner.get(path)).body
    const manyTags = Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`t${n}`, 'x']))
    for (const [tags, name] of [
      [{ 'azure-squad': 'x' }, 'azure-squad'],
      [{ squad: 'a', Squad: 'b' }, 'Squad'],
      [{ ' squad': 'a' }, ' squad'],
      [{ ...accountBefore.tags, ManagedBy: 'us' }, 'ManagedBy'],
      [{ costcentre: 'CC-1' }, 'costcentre'],
    ] as const) {
      const response = await owner.patch(path, { tags })
      expect([response.status, response.body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, [`tags.${name}`]])
    }
    expect((await owner.patch(path, { tags: manyTags })).body.errors).toEqual([
      { field: 'tags', message: expect.stringMatching(/50.*6.*45/) },
    ])
    expect((await owner.get(path)).body).toEqual(accountBefore)
  })

  it('returns 409 during setup and decommission', async () => {
    const cloud = app.company.accounts.filter(({ ownerIds }) => ownerIds.includes(app.persona('Daniel').id))[2]!
    const [path, owner] = [`/accounts/myAccounts/${cloud.id}`, app.as(app.persona('Daniel').id)]
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', cloud.id).execute()
    expect((await owner.patch(path, { costCentre: 'CC-8' })).body).toMatchObject({
      code: 'wrongState',
      message: cloudSyncVerdict({ kind: 'cloud', status: 'decommissioning' }),
    })
    expect((await owner.patch(path, { description: 'On its way out.' })).status).toBe(200)
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.patch(`/accounts/${cloud.id}`, { dataClassification: 'public' })).body.code).toBe('wrongState')
    for (const status of ['provisioning', 'failed'] as const)
      expect([true, cloudSyncVerdict({ kind: 'cloud', status: 'decommissioning' })]).not.toContain(
        cloudSyncVerdict({ kind: 'cloud', status }),
      )
  })

  it('returns 409 after the decommission', async () => {
    const deletedAccount = app.company.accounts.find((account) => account.status === 'decommissioned')!
    const response = await app.as(app.persona('Niamh').id).patch(`/accounts/myAccounts/${deletedAccount.id}`, { description: 'x' })
    expect([response.status, response.body.code]).toEqual([409, 'wrongState'])
  })
})
