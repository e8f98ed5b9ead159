import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { noStageMessage } from '../../../approvals/livePolicy.ts'
import { stateVerdict } from '../accounts/policy.ts'
import { noChanges } from './planCatalogueChange.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

const path = (account: { id: string }) => `/accounts/${account.id}/updates/catalogue`
const decommissionOnly = {
  name: 'Product approvers',
  rule: { kind: 'productApprover' as const },
  minimum: 1,
  when: 'request.change == "decommission"',
}
const daniel = () => app.as(app.persona('Daniel').id)

describe('requestCatalogueUpdate', () => {
  it('records the changes and their price, and requests approval from the family owner', async () => {
    const account = updates.loadFree(0)
    const [stored, removedItem] = account.catalogueItemIds
    const current = app.company.catalogue.find((item) => item.id === (removedItem ?? stored))!
    const item = updates.missing(account)
    const response = await daniel().post(path(account), {
      add: [updates.order(item.name)],
      remove: [current.id],
      reason: ' For the campaign. ',
    })
    expect(response.status).toBe(201)
    expect(response.headers.location).toBe(`/accounts/${account.id}/updates/${response.body.id}`)
    expect(response.body).toMatchObject({
      reference: expect.stringMatching(/^UPD-\d{4}-\d{4,}$/),
      account: { id: account.id, name: account.name },
      kind: 'catalogue',
      status: 'pending_approval',
      title: `Add ${item.name}; remove ${current.name}`,
      reason: 'For the campaign.',
      waitingFor: 'Family owner',
      run: null,
      can: { edit: true, withdraw: true },
    })
    const { price, diff, approvals } = response.body
    expect(price.after.amount - price.before.amount).toBe(item.monthlyEstimate.amount - current.monthlyEstimate.amount)
    expect(diff.map((row: { label: string }) => row.label)).toEqual([item.name, current.name])
    expect(diff[0].before).toBeNull()
    expect(diff[1].after).toBeNull()
    expect(approvals[0].stages[0].approvers.map((person: { displayName: string }) => person.displayName)).toContain('Ravi Deshmukh')
    const accountAfter = await app.db
      .selectFrom('accounts')
      .select('catalogue_item_ids')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(accountAfter.catalogue_item_ids).toEqual(account.catalogueItemIds)
    const notifications = await app.db.selectFrom('notifications').select('title').where('person_id', '=', app.persona('Ravi').id).execute()
    expect(notifications).toContainEqual({ title: expect.stringMatching(new RegExp(`^Daniel Okoro .* ${account.name}$`)) })
  })

  it('requests approval from the approvers of a restricted item instead', async () => {
    const update = await updates.ask(updates.loadFree(1), { add: [updates.order('Azure Firewall')] })
    expect(update.approvals[0].stages.map((stage: { name: string }) => stage.name)).toEqual(['Product approvers'])
  })

  it('starts the change immediately if the policy approves it, and returns the reason', async () => {
    const reason = 'Small changes need no approval.'
    const restorePolicy = await putPolicy(app, 'accountUpdate', { approve: [{ when: 'request.change == "catalogue"', reason }] })
    const update = await updates.ask(updates.loadFree(2))
    await restorePolicy()
    expect(update).toMatchObject({ status: 'approved', run: { kind: 'changeServices', status: 'queued' } })
    expect(update.approvals).toMatchObject([{ status: 'approved', stage: 0, stages: [], automatic: reason }])
    const notifications = await app.db.selectFrom('notifications').select('body').where('subject_id', '=', update.id).execute()
    expect(notifications).toEqual([{ body: expect.stringMatching(new RegExp(`^${updates.loadFree(2).name}: .* ${reason}$`)) }])
  })

  roleSuite(
    'requestCatalogueUpdate',
    () => app,
    () => ({
      path: path(updates.loadFree(3)),
      body: { add: [updates.order(updates.missing(updates.loadFree(3)).name)], reason: 'Because.' },
    }),
  )

  it('returns 409 for a manual record, and for an account that is not in use', async () => {
    const deletedAccount = app.company.accounts.find((account) => account.status === 'decommissioned')!
    const admin = app.as(app.persona('Niamh').id)
    expect(
      (await admin.post(path(deletedAccount), { remove: [deletedAccount.catalogueItemIds[0]], reason: 'Because.' })).body,
    ).toMatchObject({
      code: 'wrongState',
      message: stateVerdict('changeServices', { kind: 'cloud', status: 'decommissioned', subscriptionId: null, owners: [] }),
    })
  })

  it('returns 409 and writes nothing when no stage and no rule applies', async () => {
    const restorePolicy = await putPolicy(app, 'accountUpdate', { stages: [decommissionOnly] })
    const account = updates.loadFree(3)
    const response = await daniel().post(path(account), { remove: [account.catalogueItemIds[0]], reason: 'Because.' })
    await restorePolicy()
    expect([response.status, response.body.message]).toEqual([409, noStageMessage({ name: 'Account changes' })])
  })

  it('returns 409 while a different change is pending', async () => {
    const account = updates.loadFree(4)
    const firstUpdate = await updates.ask(account)
    const response = await daniel().post(path(account), { remove: [account.catalogueItemIds[0]], reason: 'Because.' })
    expect([response.status, response.body.code]).toEqual([409, 'conflict'])
    expect(response.body.message).toContain(firstUpdate.reference)
  })

  it('accepts only one of twenty identical parallel requests', async () => {
    const account = updates.loadFree(5)
    const body = { remove: [account.catalogueItemIds[0]], reason: 'Because.' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => daniel().post(path(account), body)))
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19)
  })

  it('names every invalid field', async () => {
    const account = updates.loadFree(6)
    const machines = updates.item('Virtual Machines')
    const [currentItemId] = account.catalogueItemIds
    const unknownId = '00000000-0000-4000-8000-000000000000'
    const response = await daniel().post(path(account), {
      add: [
        { itemId: machines.id, inputs: { count: 500, colour: 'red' } },
        { itemId: updates.item('HDInsight Cluster').id, inputs: { workers: 4 } },
        { itemId: unknownId, inputs: {} },
      ],
      change: [{ itemId: unknownId, inputs: {} }],
      remove: [currentItemId, machines.id],
      reason: 'Because.',
    })
    expect(response.status).toBe(400)
    expect(response.body.errors.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining([
        'add.0.inputs.count',
        'add.0.inputs.colour',
        'add.0.inputs.image',
        'add.1.itemId',
        'add.2.itemId',
        'change.0.itemId',
        'remove.1',
      ]),
    )
  })

  it('rejects an empty change, a blank reason and forged fields', async () => {
    const account = updates.loadFree(6)
    expect((await daniel().post(path(account), { reason: 'Because.' })).body.message).toContain(noChanges)
    expect((await daniel().post(path(account), { remove: account.catalogueItemIds, reason: '    ' })).status).toBe(400)
    expect((await daniel().post(path(account), { remove: account.catalogueItemIds, reason: 'Because.', status: 'approved' })).status).toBe(
      400,
    )
    expect((await daniel().post(path({ id: '00000000-0000-4000-8000-000000000000' }), { remove: [], reason: 'Because.' })).status).toBe(404)
  })
})
