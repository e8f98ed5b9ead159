import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const redis = () => app.company.catalogue.find((item) => item.enabled && item.approverIds.length === 0)!

describe('updateCatalogueItem', () => {
  it('changes only the fields that are sent', async () => {
    const itemBefore = (await admin().get(`/catalogue/${redis().id}`)).body
    const response = await admin().patch(
      `/catalogue/${redis().id}`,
      { version: '9.0.0', monthlyEstimate: { amount: 12, currency: 'GBP' }, approverIds: [app.persona('Ewa').id] },
      { 'if-match': '"1"' },
    )
    expect([response.status, response.headers.etag]).toEqual([200, '"2"'])
    expect(response.body).toEqual({
      ...itemBefore,
      version: '9.0.0',
      monthlyEstimate: { amount: 12, currency: 'GBP' },
      approvers: [expect.objectContaining({ id: app.persona('Ewa').id })],
      revision: 2,
    })
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'updateCatalogueItem')
      .executeTakeFirstOrThrow()
    expect([event.before, event.after]).toMatchObject([{ version: itemBefore.version }, { version: '9.0.0' }])
  })

  it('withdraws an item, and keeps it in accounts that have it', async () => {
    const holder = app.company.accounts.find((account) => account.catalogueItemIds.includes(redis().id))!
    await admin().patch(`/catalogue/${redis().id}`, { enabled: false })
    const loadOffered = (path: string) =>
      admin()
        .get(path)
        .then((response) => response.body.map((item: { id: string }) => item.id))
    expect(await loadOffered('/catalogue')).not.toContain(redis().id)
    expect(await loadOffered('/catalogue?withdrawn=true')).toContain(redis().id)
    const account = await admin().get(`/accounts/${holder.id}`)
    expect(account.body.catalogueItems.map((item: { id: string }) => item.id)).toContain(redis().id)
  })

  roleSuite(
    'updateCatalogueItem',
    () => app,
    () => ({ path: `/catalogue/${redis().id}`, body: { description: 'Something of mine.' } }),
  )

  it('rejects an old version, an empty change, a taken name, an unknown item and an invalid schema', async () => {
    const path = `/catalogue/${redis().id}`
    const otherItem = app.company.catalogue.find((item) => item.id !== redis().id)!
    expect((await admin().patch(path, { version: '1.0.1' }, { 'if-match': '"77"' })).status).toBe(412)
    expect((await admin().patch(path, {})).status).toBe(400)
    expect((await admin().patch(path, { name: otherItem.name })).body.code).toBe('nameTaken')
    expect((await admin().patch('/catalogue/00000000-0000-4000-8000-000000000000', { version: '1.0.1' })).status).toBe(404)
    const inputs = { type: 'object', properties: { a: { type: 'array' } }, additionalProperties: false }
    expect((await admin().patch(path, { inputs })).body.errors).toEqual([{ field: 'inputs.properties.a', message: expect.any(String) }])
  })
})
