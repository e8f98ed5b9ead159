import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let the: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = services(app)
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
  it('records what changes and its price, and asks the family owner', async () => {
    const account = the.free(0)
    const [kept, dropped] = account.catalogueItemIds
    const held = app.company.catalogue.find((item) => item.id === (dropped ?? kept))!
    const item = the.missing(account)
    const answer = await daniel().post(path(account), { add: [the.order(item.name)], remove: [held.id], reason: ' For the campaign. ' })
    expect(answer.status).toBe(201)
    expect(answer.headers.location).toBe(`/accounts/${account.id}/updates/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      reference: expect.stringMatching(/^UPD-\d{4}-\d{4,}$/),
      account: { id: account.id, name: account.name },
      kind: 'catalogue',
      status: 'pending_approval',
      title: `Add ${item.name}; remove ${held.name}`,
      reason: 'For the campaign.',
      waitingFor: 'Family owner',
      work: null,
      can: { edit: true, withdraw: true },
    })
    const { price, diff, approvals } = answer.body
    expect(price.after.amount - price.before.amount).toBe(item.monthlyEstimate.amount - held.monthlyEstimate.amount)
    expect(diff.map((row: { label: string }) => row.label)).toEqual([item.name, held.name])
    expect(diff[0].before).toBeNull()
    expect(diff[1].after).toBeNull()
    expect(approvals[0].stages[0].approvers.map((person: { displayName: string }) => person.displayName)).toContain('Ravi Deshmukh')
    const after = await app.db.selectFrom('accounts').select('catalogue_item_ids').where('id', '=', account.id).executeTakeFirstOrThrow()
    expect(after.catalogue_item_ids).toEqual(account.catalogueItemIds)
    const notifications = await app.db.selectFrom('notifications').select('title').where('person_id', '=', app.persona('Ravi').id).execute()
    expect(notifications).toContainEqual({ title: `Daniel Okoro requests a change to the services of ${account.name}` })
  })

  it('asks the approvers of a restricted item instead', async () => {
    const update = await the.ask(the.free(1), { add: [the.order('Azure Firewall')] })
    expect(update.approvals[0].stages.map((stage: { name: string }) => stage.name)).toEqual(['Product approvers'])
  })

  it('starts immediately where the policy approves it, and returns the reason', async () => {
    const because = 'Small changes need nobody.'
    const back = await putPolicy(app, 'accountUpdate', { approve: [{ when: 'request.change == "catalogue"', because }] })
    const update = await the.ask(the.free(2))
    await back()
    expect(update).toMatchObject({ status: 'approved', work: { kind: 'changeServices', status: 'queued' } })
    expect(update.approvals).toMatchObject([{ status: 'approved', stage: 0, stages: [], automatic: because }])
    const notifications = await app.db.selectFrom('notifications').select('body').where('subject_id', '=', update.id).execute()
    expect(notifications).toEqual([{ body: `${the.free(2).name}: approved at once by the policy. ${because}` }])
  })

  roleSuite(
    'requestCatalogueUpdate',
    () => app,
    () => ({ path: path(the.free(3)), body: { add: [the.order(the.missing(the.free(3)).name)], reason: 'Because.' } }),
  )

  it('returns 409 for a manual record, and for an account that is not in use', async () => {
    const gone = app.company.accounts.find((account) => account.status === 'decommissioned')!
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.post(path(gone), { remove: [gone.catalogueItemIds[0]], reason: 'Because.' })).body).toMatchObject({
      code: 'wrongState',
      message: 'You can change services of active accounts only. This account is decommissioned.',
    })
  })

  it('returns 409 and writes nothing when no stage and no rule applies', async () => {
    const back = await putPolicy(app, 'accountUpdate', { stages: [decommissionOnly] })
    const account = the.free(3)
    const answer = await daniel().post(path(account), { remove: [account.catalogueItemIds[0]], reason: 'Because.' })
    await back()
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'The policy “Changes to accounts” has no stage for this request. Nothing was submitted. Ask an administrator to fix it.',
    ])
  })

  it('returns 409 while another change is pending', async () => {
    const account = the.free(4)
    const first = await the.ask(account)
    const answer = await daniel().post(path(account), { remove: [account.catalogueItemIds[0]], reason: 'Because.' })
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(answer.body.message).toContain(first.reference)
  })

  it('accepts only one of twenty identical parallel requests', async () => {
    const account = the.free(5)
    const body = { remove: [account.catalogueItemIds[0]], reason: 'Because.' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => daniel().post(path(account), body)))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  })

  it('names every invalid field', async () => {
    const account = the.free(6)
    const machines = the.item('Virtual Machines')
    const [held] = account.catalogueItemIds
    const nothing = '00000000-0000-4000-8000-000000000000'
    const answer = await daniel().post(path(account), {
      add: [
        { itemId: machines.id, inputs: { count: 500, colour: 'red' } },
        { itemId: the.item('HDInsight Cluster').id, inputs: { workers: 4 } },
        { itemId: nothing, inputs: {} },
      ],
      change: [{ itemId: nothing, inputs: {} }],
      remove: [held, machines.id],
      reason: 'Because.',
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(
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
    const account = the.free(6)
    expect((await daniel().post(path(account), { reason: 'Because.' })).body.message).toContain('This changes nothing')
    expect((await daniel().post(path(account), { remove: account.catalogueItemIds, reason: '    ' })).status).toBe(400)
    expect((await daniel().post(path(account), { remove: account.catalogueItemIds, reason: 'Because.', status: 'approved' })).status).toBe(
      400,
    )
    expect((await daniel().post(path({ id: '00000000-0000-4000-8000-000000000000' }), { remove: [], reason: 'Because.' })).status).toBe(404)
  })
})
