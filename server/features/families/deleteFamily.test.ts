import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const checkout = () => app.company.families.find((family) => family.name === 'Checkout')!
let made = 0
async function emptyFamily(): Promise<string> {
  const body = { name: `Empty ${++made}`, towerId: checkout().towerId, ownerIds: [app.persona('Ravi').id] }
  return (await app.as(app.persona('Niamh').id).post('/families', body)).body.id
}

describe('deleteFamily works', () => {
  it('deletes a family that holds nothing', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyFamily()
    expect((await admin.delete(`/families/${id}`)).status).toBe(204)
    expect((await admin.get(`/families/${id}`)).status).toBe(404)
  })
})

describe('deleteFamily refuses', () => {
  let id: string
  beforeAll(async () => {
    id = await emptyFamily()
  })
  roleSuite(
    'deleteFamily',
    () => app,
    () => ({ path: `/families/${id}` }),
  )
})

describe('deleteFamily fails', () => {
  it('while it holds accounts, and says how many', async () => {
    const answer = await app.as(app.persona('Niamh').id).delete(`/families/${checkout().id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'stillInUse'])
    expect(answer.body.message).toMatch(/^It still holds \d+ accounts\./)
  })

  it('when only its history is left', async () => {
    const id = await emptyFamily()
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
            cast<string>(val('11111111-1111-4111-8111-111111111111'), 'uuid').as('id'),
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
    const answer = await app.as(app.persona('Niamh').id).delete(`/families/${id}`)
    expect([answer.status, answer.body.message]).toEqual([409, 'Its history stays: 1 past request or deleted account names it.'])
  })
})
