import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from '../sandboxes/sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
let sandbox: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  sandbox = await makeSandbox(app.db, { name: 'my-lab', owners: [id('Priya')], members: [id('Daniel')] })
})
afterAll(() => app.close())

const path = (selected = sandbox) => `/sandboxes/${selected}/owners`
const owners = (...names: string[]) => ({ ownerIds: names.map(id) })
const ownersOf = async () => (await as('Niamh').get(`/sandboxes/${sandbox}`)).body.owners.map((each: { id: string }) => each.id)

describe('updateSandboxOwners', () => {
  it('replaces the owners in the requested order with one event, and denies the former owner immediately', async () => {
    const response = await as('Priya').patch(path(), owners('Ravi', 'Margaret'))
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ version: 2, mine: 'none', owners: [{ id: id('Ravi') }, { id: id('Margaret') }] })
    expect((await as('Priya').patch(path(), owners('Priya'))).status).toBe(401)
    const { items } = (await as('Ravi').get(`/sandboxes/${sandbox}/events`)).body
    expect(items).toMatchObject([
      { kind: 'owners', text: expect.stringContaining('Ravi Deshmukh, Margaret Llewellyn'), person: { id: id('Priya') } },
    ])
    expect((await as('Ravi').patch(path(), owners('Priya'))).status).toBe(200)
  })

  it('grants new owners access, and revokes it from former owners', async () => {
    const handedOverSandbox = await makeSandbox(app.db, { name: 'handed-lab', owners: [id('Priya')] })
    const grants = async () => {
      const rows = await app.db
        .selectFrom('group_assignments as m')
        .innerJoin('access_groups as g', 'g.id', 'm.group_id')
        .select(['m.person_id', 'm.status'])
        .where('g.sandbox_id', '=', handedOverSandbox)
        .execute()
      return Object.fromEntries(rows.map(({ person_id, status }) => [person_id, status]))
    }
    expect((await as('Priya').patch(path(handedOverSandbox), owners('Priya', 'Ewa'))).status).toBe(200)
    expect(await grants()).toEqual({ [id('Priya')]: 'granting', [id('Ewa')]: 'granting' })
    expect((await as('Ewa').patch(path(handedOverSandbox), owners('Ewa'))).status).toBe(200)
    expect(await grants()).toEqual({ [id('Priya')]: 'revoking', [id('Ewa')]: 'granting' })
  })

  roleSuite(
    'updateSandboxOwners',
    () => app,
    () => ({ path: path(), body: owners('Tomasz', 'Priya') }),
  )

  it.each(['Daniel', 'Grace'])('denies %s, who is a member or auditor but not an owner', async (personaName) => {
    expect((await as(personaName).patch(path(), owners(personaName))).status).toBe(401)
    expect(await ownersOf()).toEqual([id('Priya')])
  })

  it('denies the owner of another sandbox', async () => {
    const otherId = await makeSandbox(app.db, { name: 'other-lab', owners: [id('Tomasz')] })
    expect((await as('Tomasz').patch(path(), owners('Tomasz'))).status).toBe(401)
    expect((await as('Priya').patch(path(otherId), owners('Priya'))).status).toBe(401)
  })

  it.each([
    ['no owners', () => ({ ownerIds: [] }), 'ownerIds'],
    ['one person twice', () => ({ ownerIds: [id('Daniel'), id('Daniel').toUpperCase()] }), 'ownerIds.1'],
    ['someone disabled', () => owners('Priya', 'Oliver'), 'ownerIds.1'],
    ['someone unknown', () => ({ ownerIds: ['00000000-0000-4000-8000-000000000000'] }), 'ownerIds.0'],
    ['six people', () => owners('Priya', 'Daniel', 'Ravi', 'Margaret', 'Ewa', 'Tomasz'), 'ownerIds'],
  ])('rejects %s, and changes nothing', async (_, body, field) => {
    const response = await as('Priya').patch(path(), body())
    expect([response.status, response.body.errors[0].field]).toEqual([400, field])
    expect(await ownersOf()).toEqual([id('Priya')])
  })

  it('rejects a deleted sandbox', async () => {
    const missingId = await makeSandbox(app.db, { name: 'gone-lab', owners: [id('Priya')], status: 'deleted', deleted_at: new Date() })
    const response = await as('Priya').patch(path(missingId), owners('Ravi'))
    expect([response.status, response.body.code]).toEqual([409, 'wrongState'])
  })

  it('accepts only one of many concurrent changes of the same version', async () => {
    const { version } = (await as('Priya').get(`/sandboxes/${sandbox}`)).body
    const updateOwners = () => as('Priya').patch(path(), owners('Priya', 'Ravi'), { 'if-match': `"${version}"` })
    const statuses = (await Promise.all(Array.from({ length: 8 }, updateOwners))).map((response) => response.status)
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(412)])
  })
})
