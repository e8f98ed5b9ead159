import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedIds } from '../../../../../simulator/graph/groupDirectory.ts'
import type { SnowRecord } from '../../../../../simulator/servicenow/tables.ts'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { approveAll } from '../../../../../test/approveAll.ts'
import { gate } from '../../../../../test/gate.ts'
import { accountOfDaniel, readChangedAccount } from '../../../../../test/readChangedAccount.ts'
import { newGroup } from '../../groups/groups.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.simulator.asyncDelayMs = 50
})
afterAll(() => app.close())

const daniel = () => app.as(app.persona('Daniel').id)
const updatesOf = (account: { id: string }) =>
  app.db.selectFrom('account_updates').selectAll().where('account_id', '=', account.id).orderBy('id').execute()

describe('a change of details', () => {
  it('updates Azure, the repository and the CMDB, and keeps tags that other people set', async () => {
    const account = accountOfDaniel(app, 0)
    const scope = `/subscriptions/${account.subscriptionId}`
    await app.context.clients.arm.mergeTags(scope, { hidden: 'by the security team' })
    const accountBefore = (await daniel().get(`/accounts/myAccounts/${account.id}`)).body
    const { service: _removed, ...remaining } = accountBefore.tags
    const change = { costCentre: 'CC-4711', tags: { ...remaining, squad: 'basket' }, budget: { ...accountBefore.budget, amount: 321_000 } }
    const response = await daniel().patch(`/accounts/myAccounts/${account.id}`, change)
    expect(response.status).toBe(200)
    await app.drain()
    const [update, ...otherUpdates] = await updatesOf(account)
    expect(otherUpdates).toEqual([])
    expect(update).toMatchObject({ kind: 'details', status: 'approved', requester_id: app.persona('Daniel').id })
    const updated = await readChangedAccount(app, account, update!.id)
    expect(updated).toMatchObject({ run: 'succeeded', stepsLeft: [], pullRequests: ['merged'], budget: 3_210, configurationItems: 1 })
    expect(updated.tags).toMatchObject({ costCentre: 'CC-4711', squad: 'basket', hidden: 'by the security team', managedBy: 'slipway' })
    expect(updated.tags).not.toHaveProperty('service')
    expect(updated.recorded).toMatchObject({
      id: account.id,
      costCentre: 'CC-4711',
      budget: { amount: 321_000 },
      tags: { squad: 'basket' },
    })
    const [record] = app.simulator.state
      .collection<SnowRecord>('servicenow.records')
      .values()
      .filter((each) => each.correlation_id === account.id)
    expect(record).toMatchObject({ cost_center: 'CC-4711', account_id: account.subscriptionId })
    const accountAfter = (await daniel().get(`/accounts/myAccounts/${account.id}`)).body
    expect(accountAfter).toMatchObject({ version: 2, costCentre: 'CC-4711', tags: { ...change.tags, costCentre: 'CC-4711' } })
  })

  it('results in the last value in Azure after several changes in quick succession', async () => {
    const account = accountOfDaniel(app, 1)
    for (const amount of [111_100, 222_200, 333_300]) {
      const { budget } = (await daniel().get(`/accounts/myAccounts/${account.id}`)).body
      await daniel().patch(`/accounts/myAccounts/${account.id}`, { budget: { ...budget, amount } })
    }
    await app.drain()
    const updates = await updatesOf(account)
    expect(updates).toHaveLength(3)
    for (const { id } of updates)
      expect(await readChangedAccount(app, account, id)).toMatchObject({
        run: 'succeeded',
        budget: 3_333,
        recorded: { budget: { amount: 333_300 } },
      })
  })

  it('hands the access groups over with the account', async () => {
    const builtAccount = await approveAll(app, 'hand-over')
    await app.drain()
    const created = await app.as(app.persona('Priya').id).post(`/accounts/${builtAccount.accountId}/groups`, newGroup('made-later'))
    expect(created.status).toBe(202)
    await app.drain()
    const [ewa, daniel] = [app.persona('Ewa').id, app.persona('Daniel').id]
    const response = await app
      .as(app.persona('Priya').id)
      .patch(`/accounts/myAccounts/${builtAccount.accountId}/owners`, { ownerIds: [daniel, ewa] })
    expect(response.status).toBe(200)
    await app.drain()
    const [update] = await updatesOf({ id: builtAccount.accountId })
    expect(update!.change.after).toMatchObject({
      owners: [{ displayName: 'Daniel Okoro' }, { displayName: expect.stringContaining('Ewa') }],
    })
    for (const name of ['az-hand-over-developers', 'az-hand-over-made-later']) {
      const group = await app.context.clients.graph.findGroupByMailNickname(name)
      expect(linkedIds(app.simulator, group!.id, 'owners', { latest: true }).toSorted()).toEqual([daniel, ewa].toSorted())
    }
  })

  it('updates the groups of an account whose owners changed during setup', async () => {
    const creationGate = gate(app.simulator, { service: 'graph', method: 'PATCH', path: '/groups\\(uniqueName' })
    const builtAccount = await approveAll(app, 'owned-anew')
    await creationGate.reached
    const ownerIds = [app.persona('Daniel').id, app.persona('Ewa').id]
    const response = await app.as(app.persona('Niamh').id).patch(`/accounts/admin/${builtAccount.accountId}/owners`, { ownerIds })
    expect([response.status, response.body.status]).toEqual([200, 'provisioning'])
    creationGate.open()
    await app.drain()
    const group = await app.context.clients.graph.findGroupByMailNickname('az-owned-anew-developers')
    expect(linkedIds(app.simulator, group!.id, 'owners', { latest: true }).toSorted()).toEqual(ownerIds.toSorted())
    const [update] = await updatesOf({ id: builtAccount.accountId })
    expect(update).toMatchObject({ kind: 'details', status: 'approved', reason: expect.stringContaining(builtAccount.reference) })
    const notifications = await app.db
      .selectFrom('notifications')
      .select('person_id')
      .where('subject_id', '=', builtAccount.accountId)
      .where('kind', '=', 'accountReady')
      .execute()
    expect(notifications.map((each) => each.person_id)).toEqual(expect.arrayContaining(ownerIds))
  })

  it('doesn’t start a run for a manual record, or for fields that no external system has', async () => {
    const account = accountOfDaniel(app, 2)
    await daniel().patch(`/accounts/myAccounts/${account.id}`, { description: 'The till.' })
    expect(await updatesOf(account)).toEqual([])
    const family = app.company.families.find((each) => each.name === 'Checkout')!
    const admin = app.as(app.persona('Niamh').id)
    const { description, name: _name, id: _id, ...remaining } = { ...account, description: 'By hand.' }
    const manual = await admin.post('/accounts', {
      name: 'kept-by-hand',
      description,
      environment: remaining.environment,
      workload: remaining.workload,
      towerId: family.towerId,
      familyId: family.id,
      ownerIds: [app.persona('Daniel').id, app.persona('Ravi').id],
      costCentre: remaining.costCentre,
      dataClassification: remaining.dataClassification,
      criticality: remaining.criticality,
      region: remaining.region,
      budget: remaining.budget,
    })
    expect(manual.status).toBe(201)
    await admin.patch(`/accounts/${manual.body.id}`, { costCentre: 'CC-9' })
    expect(await updatesOf(manual.body)).toEqual([])
  })
})
