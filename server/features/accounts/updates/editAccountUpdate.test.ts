import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { noChanges } from './planCatalogueChange.ts'
import { noLongerOwner } from './policy.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

interface Update {
  id: string
  account: { id: string }
}
const path = (update: Update) => `/accounts/${update.account.id}/updates/${update.id}`
const edit = (update: Update, body: object, headers = {}) => app.as(app.persona('Daniel').id).patch(path(update), body, headers)

async function requestWithOneVote(n: number) {
  const update = await updates.ask(updates.loadFree(n))
  await app.db.updateTable('approval_stages').set({ minimum: 2 }).where('approval_id', '=', update.approvals[0].id).execute()
  expect((await updates.vote('Ravi', update)).body.status).toBe('pending_approval')
  return update
}

describe('editAccountUpdate', () => {
  let pendingUpdate: Update
  beforeAll(async () => {
    pendingUpdate = await updates.ask(updates.loadFree(3))
  })

  it('replaces the requested changes, discards the votes, and returns their number', async () => {
    const update = await requestWithOneVote(0)
    const account = updates.loadFree(0)
    const response = await edit(update, { remove: [account.catalogueItemIds[0]], reason: 'It is not needed.' }, { 'if-match': '"1"' })
    expect([response.status, response.headers.etag]).toEqual([200, '"2"'])
    expect(response.body).toMatchObject({ discardedVotes: 1, status: 'pending_approval', reason: 'It is not needed.' })
    expect(response.body.diff).toHaveLength(1)
    expect(
      response.body.approvals.map((round: { status: string; stages: { decisions: object[] }[] }) => [
        round.status,
        round.stages[0]!.decisions.length,
      ]),
    ).toEqual([
      ['cancelled', 1],
      ['pending', 0],
    ])
    const kinds = response.body.timeline.map(({ kind }: { kind: string }) => kind)
    expect([kinds.filter((kind: string) => kind === 'submitted').length, kinds.includes('cancelled')]).toEqual([2, true])
    const event = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'editAccountUpdate').executeTakeFirstOrThrow()
    expect(event).toMatchObject({ outcome: 'allowed', subject_kind: 'accountUpdate', subject_id: update.id })
  })

  it('requires the approvers of newly requested items, such as a restricted one', async () => {
    const update = await updates.ask(updates.loadFree(1))
    const response = await edit(update, { add: [updates.order('Azure Firewall')] })
    expect(response.body).toMatchObject({ waitingFor: 'Product approvers', discardedVotes: 0 })
    expect((await updates.vote('Ravi', update)).status).toBe(403)
    expect((await updates.vote('Ewa', update)).body.status).toBe('approved')
  })

  it('resubmits an update after requested changes, even if only the reason changed', async () => {
    const update = await updates.ask(updates.loadFree(2))
    await updates.vote('Ravi', update, 'requestChanges')
    const response = await edit(update, { reason: 'Now with the ticket CHG0031.' })
    expect(response.body).toMatchObject({ status: 'pending_approval', diff: update.diff, reason: 'Now with the ticket CHG0031.' })
  })

  roleSuite(
    'editAccountUpdate',
    () => app,
    () => ({ path: path(pendingUpdate), body: { reason: 'Mine now.' } }),
  )

  it('denies administrators and other owners', async () => {
    for (const id of [app.persona('Niamh').id, updates.loadFree(3).ownerIds.find((owner) => owner !== app.persona('Daniel').id)!])
      expect((await app.as(id).patch(path(pendingUpdate), { reason: 'Mine now.' })).status).toBe(403)
  })

  it('rejects an old version, an empty change and an unknown update', async () => {
    const update = await updates.ask(updates.loadFree(4))
    expect((await edit(update, { reason: 'Because.' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await edit(update, {})).status).toBe(400)
    expect((await edit({ ...update, id: '00000000-0000-4000-8000-000000000000' }, { reason: 'Because.' })).status).toBe(404)
    expect((await edit(update, { add: [] })).body.message).toContain(noChanges)
    expect(await updates.statusOf(update.id)).toBe('pending_approval')
  })

  it('returns 409 once the update is decided', async () => {
    const update = await updates.ask(updates.loadFree(5))
    await updates.vote('Ravi', update)
    expect((await edit(update, { reason: 'Because.' })).body).toMatchObject({
      code: 'wrongState',
    })
  })
})

describe('editAccountUpdate by a former owner', () => {
  it('is denied, but withdrawing is allowed', async () => {
    const account = updates.loadFree(6)
    const update = await updates.ask(account)
    const ownerIds = [app.persona('Ewa').id, app.persona('Margaret').id]
    expect((await app.as(app.persona('Niamh').id).patch(`/accounts/admin/${account.id}/owners`, { ownerIds })).status).toBe(200)
    const rejection = await edit(update, { reason: 'One last thing.' })
    expect([rejection.status, rejection.body.message]).toEqual([403, noLongerOwner])
    const response = await app.as(app.persona('Daniel').id).get(path(update))
    expect(response.body.can).toEqual({ edit: rejection.body.message, withdraw: true })
    expect((await app.as(app.persona('Daniel').id).post(`${path(update)}/withdraw`)).status).toBe(200)
  })
})
