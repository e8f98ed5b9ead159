import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { newItem } from './item.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const createItem = async (name: string) => (await admin().post('/catalogue', newItem({ name }))).body.id as string

describe('deleteCatalogueItem', () => {
  let id = ''
  beforeAll(async () => {
    id = await createItem('Kept')
  })

  it('deletes an item that isn’t used by any account', async () => {
    const id = await createItem('Never Used')
    expect((await admin().delete(`/catalogue/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(204)
    expect((await admin().get(`/catalogue/${id}`)).status).toBe(404)
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'deleteCatalogueItem')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ outcome: 'allowed', before: { name: 'Never Used' } })
  })

  roleSuite(
    'deleteCatalogueItem',
    () => app,
    () => ({ path: `/catalogue/${id}` }),
  )

  it('returns 409 while accounts use it, naming some and counting the others', async () => {
    const item = app.company.catalogue.find((each) => each.name === 'Key Vault')!
    const holders = app.company.accounts.filter((account) => account.catalogueItemIds.includes(item.id)).map((account) => account.name)
    const response = await admin().delete(`/catalogue/${item.id}`)
    expect([response.status, response.body.code]).toEqual([409, 'stillInUse'])
    expect(response.body.message).toContain([...holders].sort()[0])
    expect(response.body.message).toContain(` ${holders.length - 5} `)
  })

  it('returns 409 while a request or an account change includes it', async () => {
    const id = await createItem('Wanted')
    const response = await app
      .as(app.persona('Priya').id)
      .post('/account-requests', newRequest(app, { name: 'wants-an-item', catalogueItemIds: [id] }))
    expect((await admin().delete(`/catalogue/${id}`)).body.message).toContain(response.body.reference)
    const otherId = await createItem('Also Wanted')
    const ownAccount = app.company.accounts.find(
      (account) => account.ownerIds.includes(app.persona('Daniel').id) && account.status === 'active',
    )!
    const update = await app.as(app.persona('Daniel').id).post(`/accounts/${ownAccount.id}/updates/catalogue`, {
      add: [{ itemId: otherId, inputs: { tier: 'Basic', indexName: 'products' } }],
      reason: 'To find products.',
    })
    expect((await admin().delete(`/catalogue/${otherId}`)).body.message).toContain(update.body.reference)
    const path = `/accounts/${ownAccount.id}/updates/${update.body.id}/approve`
    expect((await app.as(app.persona('Ravi').id).post(path, { decision: 'approve', stage: 1 })).body.status).toBe('approved')
    expect((await admin().delete(`/catalogue/${otherId}`)).body.message).toContain(update.body.reference)
  })

  it('returns 412 for an old version and 404 for an unknown item', async () => {
    expect((await admin().delete(`/catalogue/${await createItem('Changed')}`, undefined, { 'if-match': '"5"' })).status).toBe(412)
    expect((await admin().delete('/catalogue/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
