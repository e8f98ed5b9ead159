import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { newItem } from './item.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)

describe('createCatalogueItem', () => {
  it('offers the item with its approvers, and records who created it', async () => {
    const ewa = app.persona('Ewa')
    const response = await admin().post(
      '/catalogue',
      newItem({ approverIds: [ewa.id], documentationUrl: 'https://docs.northgate.example/search' }),
    )
    expect([response.status, response.headers.etag, response.headers.location]).toEqual([201, '"1"', `/catalogue/${response.body.id}`])
    expect(response.body).toMatchObject({ ...newItem(), enabled: true, approvers: [{ id: ewa.id }] })
    const listResponse = await app.as(app.persona('Tomasz').id).get('/catalogue')
    expect(listResponse.body.map((item: { id: string }) => item.id)).toContain(response.body.id)
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'createCatalogueItem')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actor_name: 'Niamh Brennan',
      subject_kind: 'catalogueItem',
      subject_id: response.body.id,
      outcome: 'allowed',
    })
  })

  roleSuite(
    'createCatalogueItem',
    () => app,
    () => ({ path: '/catalogue', body: newItem() }),
  )

  it('returns 409 for a taken name', async () => {
    const [existingItem] = app.company.catalogue
    expect((await admin().post('/catalogue', newItem({ name: existingItem!.name.toUpperCase() }))).body.code).toBe('nameTaken')
  })

  it('rejects inputs that a form can’t show, naming each', async () => {
    const inputs = (properties: object, required: string[] = []) =>
      newItem({ name: 'Other', inputs: { type: 'object', properties, required, additionalProperties: false } })
    const errorsOf = async (body: object) => {
      const response = await admin().post('/catalogue', body)
      expect(response.status).toBe(400)
      return response.body.errors.map((error: { field: string }) => error.field)
    }
    expect(await errorsOf(inputs({ a: { type: 'object' } }))).toEqual(['inputs.properties.a.type'])
    expect(await errorsOf(inputs({ a: { type: 'string', $ref: '#/b' } }))).toEqual(['inputs.properties.a.$ref'])
    expect(await errorsOf(inputs({ a: { type: 'boolean' } }, ['b']))).toEqual(['inputs.required'])
    expect(await errorsOf(inputs({ a: { type: 'string', pattern: '^(a+)+$', maxLength: 40 } }))).toEqual(['inputs.properties.a'])
    expect(await errorsOf(inputs({ a: { type: 'string', pattern: '(', maxLength: 40 } }))).toEqual(['inputs.properties.a'])
    expect(await errorsOf(inputs({ a: { type: 'string', pattern: '^a+$' } }))).toEqual(['inputs.properties.a'])
    expect(await errorsOf(inputs({ a: { type: 'integer', minimum: 5, maximum: 2 } }))).toEqual(['inputs.properties.a'])
    expect(await errorsOf(inputs({ a: { type: 'integer', default: 0, 'x-scales-price': true } }))).toEqual(['inputs.properties.a'])
    expect(await errorsOf(inputs({ a: { type: 'string', enum: ['x'], default: 'y' } }))).toEqual(['inputs.properties.a'])
    expect(await errorsOf(inputs(Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`i${n}`, { type: 'boolean' }]))))).toEqual([
      'inputs.properties',
    ])
    expect(await errorsOf(newItem({ name: 'Other', documentationUrl: 'javascript:alert(1)' }))).toEqual(['documentationUrl'])
    // The prices of several items are added up, so all items need the same currency.
    const inEuro = { amount: 7_500, currency: 'EUR' }
    expect(await errorsOf(newItem({ name: 'Other', monthlyEstimate: inEuro }))).toEqual(['monthlyEstimate.currency'])
  })

  it('rejects approvers who are unknown or have left', async () => {
    const missingId = app.persona('Oliver').id
    const response = await admin().post('/catalogue', newItem({ name: 'Other', approverIds: [missingId] }))
    expect(response.body.errors).toMatchObject([{ field: 'approverIds.0' }])
  })
})
