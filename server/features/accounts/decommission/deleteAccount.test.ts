import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { newAccountBody } from '../accounts/newAccountBody.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccount = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!

async function manual(): Promise<string> {
  return (await app.as(app.persona('Niamh').id).post('/accounts', newAccountBody(app))).body.id
}

describe('deleteAccount', () => {
  let id: string
  beforeAll(async () => {
    id = await manual()
  })

  it('deletes a manual record and frees its name', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const body = newAccountBody(app)
    const { id } = (await admin.post('/accounts', body)).body
    expect((await admin.delete(`/accounts/${id}`)).status).toBe(204)
    for (const path of [`/accounts/${id}`, `/accounts/byName/${body.name}`, `/accounts/myAccounts/${id}`])
      expect((await admin.get(path)).status).toBe(404)
    expect(
      (await admin.get(`/accounts/adv?search=${encodeURIComponent(body.name)}`)).body.items.map((item: { id: string }) => item.id),
    ).not.toContain(id)
    expect((await admin.post('/accounts', body)).status).toBe(201)
  })

  it('lets an owner delete a record without a subscription, and denies other people', async () => {
    const ownerIds = [app.persona('Daniel').id, app.persona('Ravi').id]
    const { id } = (await app.as(app.persona('Niamh').id).post('/accounts', newAccountBody(app, { ownerIds }))).body
    expect((await app.as(app.persona('Priya').id).delete(`/accounts/${id}`)).status).toBe(403)
    const responses = await Promise.all(['Daniel', 'Ravi'].map((givenName) => app.as(app.persona(givenName).id).delete(`/accounts/${id}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404])
  })

  it('deletes a decommissioned account and frees its address range', async () => {
    const deletedAccount = app.company.accounts.find((account) => account.status === 'decommissioned')!
    await app.db
      .insertInto('address_ranges')
      .values({ range: '172.20.0.0/24', region: 'uksouth', account_id: deletedAccount.id, allocated_at: new Date() })
      .execute()
    expect((await app.as(app.persona('Niamh').id).delete(`/accounts/${deletedAccount.id}`)).status).toBe(204)
    const range = await app.db.selectFrom('address_ranges').selectAll().where('range', '=', '172.20.0.0/24').executeTakeFirstOrThrow()
    expect([range.account_id, range.allocated_at]).toEqual([null, null])
  })

  it('deletes its access groups', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await manual()
    const group = await app.db
      .insertInto('access_groups')
      .values({
        id: randomUUID(),
        account_id: id,
        name: 'az-goes-with-its-account',
        roles: '[]',
        assignment: 'active',
        status: 'ready',
        directory_group_id: randomUUID(),
        max_duration_hours: null,
        created_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await admin.delete(`/accounts/${id}`)).status).toBe(204)
    const left = await app.db.selectFrom('access_groups').select('status').where('id', '=', group.id).executeTakeFirstOrThrow()
    const run = await app.db.selectFrom('work_runs').selectAll().where('subject_id', '=', group.id).executeTakeFirstOrThrow()
    expect([left.status, run.kind, run.status]).toEqual(['deleting', 'removeAccessGroup', 'queued'])
  })

  roleSuite(
    'deleteAccount',
    () => app,
    () => ({ path: `/accounts/${id}`, outsider: app.persona('Tomasz').id }),
  )

  it('denies an owner of an account that has a subscription', async () => {
    const { id, ownerIds } = ownAccount()
    expect((await app.as(ownerIds[0]!).delete(`/accounts/${id}`)).status).toBe(403)
  })

  it('returns 409 with what to do while the account has a subscription', async () => {
    const response = await app.as(app.persona('Niamh').id).delete(`/accounts/${ownAccount().id}`)
    expect([response.status, response.body.code]).toEqual([409, 'wrongState'])
  })

  it('returns 412 for an old version and 404 the second time', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await manual()
    expect((await admin.delete(`/accounts/${id}`, undefined, { 'if-match': '"5"' })).status).toBe(412)
    expect((await admin.delete(`/accounts/${id}`)).status).toBe(204)
    expect((await admin.delete(`/accounts/${id}`)).status).toBe(404)
  })
})
