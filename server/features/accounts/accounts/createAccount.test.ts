import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { newAccountBody } from './newAccountBody.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('createAccount', () => {
  it('records an existing account without provisioning anything', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const response = await admin.post('/accounts', newAccountBody(app, { name: 'Old Mainframe Link', tags: { service: 'link' } }))
    expect([response.status, response.headers.location, response.headers.etag]).toEqual([201, `/accounts/${response.body.id}`, '"1"'])
    expect(response.body).toMatchObject({
      name: 'Old Mainframe Link',
      kind: 'manual',
      status: 'active',
      subscriptionId: null,
      requestId: null,
      tower: { name: 'Commerce' },
      family: { name: 'Checkout' },
      owners: [{ displayName: 'Daniel Okoro' }, { displayName: 'Ravi Deshmukh' }],
      tags: { service: 'link' },
      network: { connectivity: 'none', addressSpaces: [] },
    })
    expect((await admin.get(`/accounts/${response.body.id}`)).body).toEqual(response.body)
    expect(await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', response.body.id).execute()).toEqual([])
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'checkHealth'`.execute(app.db)
    expect(rows).toContainEqual({ data: { accountId: response.body.id } })
  })

  it('accepts a subscription that exists in the cloud', async () => {
    const { subscriptionId } = app.company.hub
    const response = await app.as(app.persona('Niamh').id).post('/accounts', newAccountBody(app, { subscriptionId }))
    expect([response.status, response.body.subscriptionId]).toEqual([201, subscriptionId])
  })

  roleSuite(
    'createAccount',
    () => app,
    () => ({ path: '/accounts', body: newAccountBody(app) }),
  )

  it('reports a subscription that Azure doesn’t know as an error of `subscriptionId`', async () => {
    const body = newAccountBody(app, { subscriptionId: '00000000-0000-4000-8000-000000000000' })
    const response = await app.as(app.persona('Niamh').id).post('/accounts', body)
    expect(response.body).toMatchObject({ status: 400, code: 'invalidRequest', errors: [{ field: 'subscriptionId' }] })
    expect((await app.as(app.persona('Niamh').id).get(`/accounts/byName/${body.name}`)).status).toBe(404)
  })

  it('returns 409 for a subscription or name of another account', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const otherAccount = app.company.accounts[0]!
    const conflictResponse = await admin.post('/accounts', newAccountBody(app, { subscriptionId: otherAccount.subscriptionId }))
    expect([conflictResponse.status, conflictResponse.body.code, conflictResponse.body.errors?.[0].field]).toEqual([
      409,
      'conflict',
      'subscriptionId',
    ])
    const name = await admin.post('/accounts', newAccountBody(app, { name: otherAccount.name.toUpperCase() }))
    expect([name.status, name.body.code]).toEqual([409, 'nameTaken'])
  })

  it.each([
    ['one owner', { ownerIds: 1 }, 'ownerIds'],
    ['eleven owners', { ownerIds: 11 }, 'ownerIds'],
  ])('rejects %s', async (_, { ownerIds }, field) => {
    const people = app.company.people.filter((person) => person.enabled).slice(0, ownerIds)
    const response = await app
      .as(app.persona('Niamh').id)
      .post('/accounts', newAccountBody(app, { ownerIds: people.map((person) => person.id) }))
    expect([response.status, response.body.errors[0].field]).toEqual([400, field])
  })

  it.each(['a<b', 'a;b', 'a|b', '', ' padded', 'x'.repeat(64), 'tab\there'])('rejects the name %j', async (name) => {
    const response = await app.as(app.persona('Niamh').id).post('/accounts', newAccountBody(app, { name }))
    expect([response.status, response.body.errors[0].field]).toEqual([400, 'name'])
  })

  it('rejects fields that the caller can’t set', async () => {
    const response = await app
      .as(app.persona('Niamh').id)
      .post('/accounts', newAccountBody(app, { status: 'active', kind: 'cloud', requestId: null }))
    expect(response.body.errors.map((error: { field: string }) => error.field).sort()).toEqual(['kind', 'requestId', 'status'])
  })

  it('rejects a family of another tower', async () => {
    const otherTower = app.company.towers.find((tower) => tower.name !== 'Commerce')!
    const response = await app.as(app.persona('Niamh').id).post('/accounts', newAccountBody(app, { towerId: otherTower.id }))
    expect(response.body.errors).toEqual([{ field: 'familyId', message: expect.any(String) }])
  })
})
