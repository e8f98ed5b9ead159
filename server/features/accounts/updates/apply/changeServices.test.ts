import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { accountOfDaniel, readChangedAccount } from '../../../../../test/readChangedAccount.ts'
import { services } from '../services.fixture.ts'
import { recordServices } from './changeServices.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp()
  app.simulator.asyncDelayMs = 50
  updates = services(app)
})
afterAll(() => app.close())

const fileOf = (account: { name: string }, item: string) =>
  app.context.clients.git.getFile(`accounts/${account.name}/catalogue/${item}.json`, 'main')

describe('a change of services', () => {
  it('takes effect after the repository’s pull request and pipeline', async () => {
    const account = accountOfDaniel(app, 0)
    const item = updates.missing(account)
    const order = updates.order(item.name)
    const update = await updates.ask(account, { add: [order] })
    await updates.vote('Ravi', update)
    await app.drain()
    const updated = await readChangedAccount(app, account, update.id)
    expect(updated).toMatchObject({ run: 'succeeded', stepsLeft: [], pullRequests: ['merged'], notifiedDone: 1 })
    expect(updated.itemIds.toSorted()).toEqual([...account.catalogueItemIds, item.id].toSorted())
    const slug = item.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    expect(JSON.parse((await fileOf(account, slug))!)).toEqual({ item: item.name, version: item.version, inputs: order.inputs })
    expect(updated.recorded).toMatchObject({ id: account.id, name: account.name, subscriptionId: account.subscriptionId })
    const response = await app.as(app.persona('Daniel').id).get(`/accounts/${account.id}`)
    expect(response.body.catalogueItems.map((each: { id: string }) => each.id)).toContain(item.id)

    const { properties } = item.inputs as { properties: Record<string, { enum?: string[]; maximum?: number }> }
    const [input, property] = Object.entries(properties).find(([, each]) => each.enum ?? each.maximum)!
    const inputs = { ...order.inputs, [input]: property.enum?.at(-1) ?? property.maximum }
    const secondUpdate = await updates.ask(account, { add: [], change: [{ itemId: item.id, inputs }] })
    expect(secondUpdate.diff).toHaveLength(1)
    await updates.vote('Ravi', secondUpdate)
    await app.drain()
    expect(JSON.parse((await fileOf(account, slug))!).inputs).toEqual(inputs)

    const thirdUpdate = await updates.ask(account, { add: [], remove: [item.id] })
    await updates.vote('Ravi', thirdUpdate)
    await app.drain()
    expect(await fileOf(account, slug)).toBeUndefined()
    const accountAfter = await readChangedAccount(app, account, thirdUpdate.id)
    expect(accountAfter).toMatchObject({ run: 'succeeded', pullRequests: ['merged'] })
    expect(accountAfter.itemIds.toSorted()).toEqual([...account.catalogueItemIds].toSorted())
    const current = await app.db.selectFrom('account_catalogue_items').select('item_id').where('account_id', '=', account.id).execute()
    expect(current.map((each) => each.item_id).toSorted()).toEqual([...account.catalogueItemIds].toSorted())
  })

  it('adds the account to a repository that doesn’t contain it', async () => {
    const account = accountOfDaniel(app, 1)
    const update = await updates.ask(account, { add: [], remove: [account.catalogueItemIds[0]!] })
    await updates.vote('Ravi', update)
    await app.drain()
    const updated = await readChangedAccount(app, account, update.id)
    expect(updated).toMatchObject({ run: 'succeeded', pullRequests: ['merged'], recorded: { id: account.id } })
    expect(updated.itemIds).not.toContain(account.catalogueItemIds[0])
  })

  it('stays failed when the pipeline can’t deliver, until an administrator fixes the cause', async () => {
    const account = accountOfDaniel(app, 2)
    const update = await updates.ask(account)
    const fault = app.simulator.faults.add({
      service: 'git',
      method: 'POST',
      path: '/pulls$',
      count: 1,
      action: { kind: 'failAsync', code: 'PlanFailed', message: 'The quota is used up.' },
    })
    await updates.vote('Ravi', update)
    await app.drain()
    app.simulator.faults.remove(fault)
    const stuckAccount = await readChangedAccount(app, account, update.id)
    expect(stuckAccount).toMatchObject({ update: 'approved', run: 'failed', itemIds: account.catalogueItemIds, notifiedDone: 0 })
    expect(stuckAccount.stepsLeft[0]).toMatch(/^recordServices failed: .*#\d+ .*\(plan\b/)
    const response = await app.as(app.persona('Daniel').id).get(`/accounts/${account.id}/updates/${update.id}`)
    expect(response.body.timeline.at(-1)).toMatchObject({
      kind: 'failed',
      text: expect.stringContaining(recordServices.title),
    })
    const retriedResponse = await app
      .as(app.persona('Daniel').id)
      .post(`/accounts/${account.id}/updates/catalogue`, { remove: account.catalogueItemIds, reason: 'Because.' })
    expect(retriedResponse.body.message).toContain('failed')
    const branch = `slipway/${update.reference.toLowerCase()}`
    await app.context.clients.git.putFile({ path: 'accounts/quota.md', branch, content: 'raised', message: 'Raise the quota' })
    const admin = app.as(app.persona('Niamh').id)
    await admin.post(`/work/${response.body.run.id}/steps/recordServices/retry`)
    await app.drain()
    expect(await readChangedAccount(app, account, update.id)).toMatchObject({ run: 'succeeded', pullRequests: ['merged'], notifiedDone: 1 })
  })
})
