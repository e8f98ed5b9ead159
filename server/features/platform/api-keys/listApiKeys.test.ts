import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { generate, isAccepted } from './apiKeys.fixture.ts'
import { describeExpiry, remindExpiringKeys } from './remindExpiringKeys.ts'

let app: TestApp
let time = new Date()
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => time })
})
afterAll(() => app.close())

const path = '/admin/api-keys'
const list = (query = '', givenName = 'Niamh') => app.as(app.persona(givenName).id).get(`${path}?${query}`)
const names = async (query: string) => (await list(query)).body.items.map(({ name }: { name: string }) => name)
const dayMs = 86_400_000

describe('listApiKeys', () => {
  it('shows the scopes, owner and last use of each key, and never a secret', async () => {
    const account = app.company.accounts.find(({ status }) => status === 'active')!
    const deploys = await generate(app, { name: 'Checkout deploys', scopes: ['deploy'], accountIds: [account.id] })
    const edge = await generate(app, { name: 'Edge rollout', expiresInDays: 14 })
    const deletedKey = await generate(app, { name: 'Old pipeline' })
    await app.as(app.persona('Niamh').id).delete(`${path}/${deletedKey.id}`)
    await isAccepted(app, deploys.key)
    const { items, total, scopes, can } = (await list()).body
    expect([total, scopes.length, can]).toEqual([2, 4, { generate: true }])
    expect(items).toMatchObject([
      { name: 'Edge rollout', state: 'ending', lastUsedAt: null },
      { name: 'Checkout deploys', state: 'active', accounts: [{ id: account.id, name: account.name }], lastUsedAt: time.toISOString() },
    ])
    const all = await list('revoked=true')
    expect(all.body.items.find(({ id }: { id: string }) => id === deletedKey.id)).toMatchObject({
      state: 'revoked',
      revokedBy: { displayName: 'Niamh Brennan' },
      can: { revoke: expect.stringContaining('revoked') },
    })
    const rows = await app.db.selectFrom('api_keys').select('hash').execute()
    for (const secret of [
      deploys.key,
      edge.key,
      deletedKey.key,
      ...rows.flatMap(({ hash }) => [hash!.toString('hex'), hash!.toString('base64')]),
    ])
      expect(JSON.stringify(all.body)).not.toContain(secret)
  })

  it('searches by name and prefix, filters by scope, owner and account, and sorts', async () => {
    const { items } = (await list('search=checkout deplyos')).body
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Checkout deploys'])
    expect(await names(`search=${items[0].prefix.slice(4)}`)).toEqual(['Checkout deploys'])
    expect(await names('filter=scope==edge:complete')).toEqual(['Edge rollout'])
    expect(await names(`filter=account==${items[0].accounts[0].id}`)).toEqual(['Checkout deploys'])
    expect(await names(`filter=owner==${app.persona('Daniel').id}`)).toEqual([])
    expect(await names('sort=name')).toEqual(['Checkout deploys', 'Edge rollout'])
    expect(await names('sort=expiresAt')).toEqual(['Edge rollout', 'Checkout deploys'])
    expect(await names('sort=-lastUsedAt&size=1')).toEqual(['Checkout deploys'])
  })

  it('marks keys of disabled owners, and shows auditors all keys without actions', async () => {
    const { id } = await generate(app, { name: 'Left behind', ownerId: app.persona('Daniel').id })
    await app.db.updateTable('people').set({ active: false }).where('id', '=', app.persona('Daniel').id).execute()
    const view = (await list('search=left behind', 'Grace')).body
    expect(view.items).toMatchObject([{ id, owner: { active: false }, can: { revoke: expect.any(String) } }])
    expect(view.can.generate).toEqual(expect.any(String))
    await app.db.updateTable('people').set({ active: true }).where('id', '=', app.persona('Daniel').id).execute()
  })

  it('notifies the owner once 14 days and one day before the expiry, or the creator if the owner is disabled', async () => {
    const notifications = (givenName: string) =>
      app.db
        .selectFrom('notifications')
        .select('title')
        .where('kind', '=', 'apiKeyEnds')
        .where('person_id', '=', app.persona(givenName).id)
        .orderBy('created_at')
        .execute()
        .then((rows) => rows.map(({ title }) => title))
    const startedAt = time
    await generate(app, { name: 'Reminded', ownerId: app.persona('Priya').id, expiresInDays: 30 })
    await generate(app, { name: 'Orphaned', ownerId: app.persona('Samuel').id, expiresInDays: 30 })
    await generate(app, { name: 'Short', ownerId: app.persona('Priya').id, expiresInDays: 3 })
    await app.db.updateTable('people').set({ active: false }).where('id', '=', app.persona('Samuel').id).execute()
    const remind = async (days: number) => {
      time = new Date(startedAt.getTime() + days * dayMs)
      await remindExpiringKeys(app.context)
      await remindExpiringKeys(app.context)
    }
    await remind(1)
    expect(await notifications('Priya')).toEqual([])
    await remind(16)
    expect(await notifications('Priya')).toEqual([describeExpiry('Reminded', 14)])
    expect(await notifications('Niamh')).toContain(describeExpiry('Orphaned', 14))
    await remind(29.5)
    expect(await notifications('Priya')).toEqual([describeExpiry('Reminded', 14), describeExpiry('Reminded', 1)])
    await remind(40)
    expect(await notifications('Priya')).toHaveLength(2)
    const expiryEvents = await app.db
      .selectFrom('audit_events')
      .select(['after', 'subject_id'])
      .where('operation', '=', 'apiKeyExpired')
      .execute()
    expect(expiryEvents.map(({ after }) => (after as { name: string }).name)).toEqual(
      expect.arrayContaining(['Orphaned', 'Reminded', 'Short']),
    )
    expect(new Set(expiryEvents.map(({ subject_id }) => subject_id)).size).toBe(expiryEvents.length)
    time = startedAt
  })

  roleSuite(
    'listApiKeys',
    () => app,
    () => ({ path }),
  )

  it('rejects unknown fields and repeated parameters', async () => {
    expect((await list('sort=hash')).status).toBe(400)
    expect((await list('filter=hash==1')).body.code).toBe('invalidFilter')
    expect((await list('search=a&search=b')).status).toBe(400)
  })
})
