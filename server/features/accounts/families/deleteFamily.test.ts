import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { familyIsEmpty } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const checkout = () => app.company.families.find((family) => family.name === 'Checkout')!
let createdCount = 0
async function emptyFamily(): Promise<string> {
  const body = { name: `Empty ${++createdCount}`, towerId: checkout().towerId, ownerIds: [app.persona('Ravi').id] }
  return (await app.as(app.persona('Niamh').id).post('/families', body)).body.id
}

describe('deleteFamily', () => {
  let id: string
  beforeAll(async () => {
    id = await emptyFamily()
  })

  it('deletes an empty family', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyFamily()
    expect((await admin.delete(`/families/${id}`)).status).toBe(204)
    expect((await admin.get(`/families/${id}`)).status).toBe(404)
  })

  roleSuite(
    'deleteFamily',
    () => app,
    () => ({ path: `/families/${id}` }),
  )

  it('returns 409 while the family has accounts, with their number', async () => {
    const response = await app.as(app.persona('Niamh').id).delete(`/families/${checkout().id}`)
    expect([response.status, response.body.code]).toEqual([409, 'stillInUse'])
    const accounts = app.company.accounts.filter(({ familyId }) => familyId === checkout().id).length
    expect(response.body.message).toBe(familyIsEmpty({ counts: { accounts }, requests: 0, approvals: 0, rollouts: 0, channels: 0 }))
  })

  it('returns 409 while an open request, a pending approval or a channel is for the family', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const familyId = await emptyFamily()
    const {
      family_id: _,
      id: __,
      reference: ___,
      ...sample
    } = await app.db.selectFrom('account_requests').selectAll().limit(1).executeTakeFirstOrThrow()
    const request = {
      ...sample,
      id: crypto.randomUUID(),
      reference: `AR-${familyId}`,
      name: `of-${familyId.slice(0, 8)}`,
      status: 'changes_requested' as const,
      account_id: null,
    }
    await app.db
      .insertInto('account_requests')
      .values({ ...request, details: JSON.stringify(sample.details) as never, family_id: familyId })
      .execute()
    expect(await admin.delete(`/families/${familyId}`)).toMatchObject({ status: 409, body: { code: 'stillInUse' } })
    await app.db.updateTable('account_requests').set({ status: 'cancelled' }).where('id', '=', request.id).execute()
    expect((await admin.delete(`/families/${familyId}`)).status).toBe(204)
    expect((await admin.get(`/account-requests/${request.id}`)).body.family).toMatchObject({ id: familyId })
    const familyWithApproval = await emptyFamily()
    const approval = await app.db.selectFrom('approvals').selectAll().where('status', '<>', 'pending').limit(1).executeTakeFirstOrThrow()
    const pendingApproval = {
      ...approval,
      id: crypto.randomUUID(),
      subject_id: crypto.randomUUID(),
      status: 'pending' as const,
      closed_at: null,
    }
    const { version: _version, ...columns } = { ...pendingApproval, facts: JSON.stringify(approval.facts), family_id: familyWithApproval }
    await app.db.insertInto('approvals').values(columns).execute()
    expect((await admin.get(`/families/${familyWithApproval}`)).body.can.delete).toBe(
      familyIsEmpty({ counts: { accounts: 0 }, requests: 0, approvals: 1, rollouts: 0, channels: 0 }),
    )
    expect(await admin.delete(`/families/${familyWithApproval}`)).toMatchObject({ status: 409, body: { code: 'stillInUse' } })
    await app.db.updateTable('approvals').set({ status: 'cancelled', closed_at: new Date() }).where('id', '=', pendingApproval.id).execute()
    expect((await admin.delete(`/families/${familyWithApproval}`)).status).toBe(204)
    const familyWithActivity = await emptyFamily()
    const hook = {
      type: 'webhook',
      name: 'Of a family',
      url: 'https://hooks.example/in',
      topics: ['requests'],
      familyId: familyWithActivity,
    }
    expect((await admin.post('/admin/notification-channels', hook)).status).toBe(201)
    expect(await admin.delete(`/families/${familyWithActivity}`)).toMatchObject({ status: 409, body: { code: 'stillInUse' } })
  })
})

describe('deleteFamily during a move', () => {
  it('waits for an account that is moved into the family at the same time', async () => {
    const id = await emptyFamily()
    const account = app.company.accounts.find(({ status }) => status === 'active')!
    await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('accounts').set({ family_id: id }).where('id', '=', account.id).execute()
      const deletedPromise = app.db.transaction().execute(async (otherName) => {
        await sql`set local lock_timeout = '200ms'`.execute(otherName)
        await otherName.updateTable('families').set({ deleted_at: new Date() }).where('id', '=', id).execute()
      })
      await expect(deletedPromise).rejects.toMatchObject({ code: '55P03' })
    })
  })
})

describe('a deleted family', () => {
  async function deletedAccountIn(id: string): Promise<string> {
    const accountId = crypto.randomUUID()
    await app.db
      .insertInto('accounts')
      .columns([
        'id',
        'name',
        'kind',
        'environment',
        'workload',
        'status',
        'tower_id',
        'family_id',
        'data_classification',
        'criticality',
        'region',
        'budget',
      ])
      .expression((from) =>
        from
          .selectFrom('accounts')
          .select(({ val, cast }) => [
            cast<string>(val(accountId), 'uuid').as('id'),
            'name',
            'kind',
            'environment',
            'workload',
            val('deleted').as('status'),
            'tower_id',
            cast<string>(val(id), 'uuid').as('family_id'),
            'data_classification',
            'criticality',
            'region',
            'budget',
          ])
          .limit(1),
      )
      .execute()
    return accountId
  }

  it('keeps its name on deleted accounts, but can no longer be found', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyFamily()
    const accountId = await deletedAccountIn(id)
    const { name } = (await admin.get(`/families/${id}`)).body
    expect((await admin.delete(`/families/${id}`)).status).toBe(204)
    for (const path of [`/families/${id}`, `/families/byName/${name}`]) expect((await admin.get(path)).status).toBe(404)
    expect((await admin.get('/families')).body.some((family: { id: string }) => family.id === id)).toBe(false)
    expect((await admin.patch(`/families/${id}`, { description: 'again' })).status).toBe(404)
    expect((await admin.delete(`/families/${id}`)).status).toBe(404)
    const [stored] = await app.db
      .selectFrom('accounts')
      .innerJoin('families as f', 'f.id', 'accounts.family_id')
      .select('f.name')
      .where('accounts.id', '=', accountId)
      .execute()
    expect(stored).toEqual({ name })
    const body = { name, towerId: checkout().towerId, ownerIds: [app.persona('Ravi').id] }
    expect((await admin.post('/families', body)).status).toBe(201)
  })

  it('can’t get accounts, in the code or in the database', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyFamily()
    await deletedAccountIn(id)
    expect((await admin.delete(`/families/${id}`)).status).toBe(204)
    const account = app.company.accounts.find((each) => each.familyId === checkout().id && each.status === 'active')!
    expect((await admin.patch(`/accounts/${account.id}`, { familyId: id })).status).toBe(400)
    const accountUpdate = app.db.updateTable('accounts').set({ family_id: id }).where('id', '=', account.id).execute()
    await expect(accountUpdate).rejects.toMatchObject({ constraint: 'family_exists' })
    const deletion = app.db.updateTable('families').set({ deleted_at: new Date() }).where('id', '=', checkout().id).execute()
    await expect(deletion).rejects.toMatchObject({ constraint: 'family_in_use' })
  })
})
