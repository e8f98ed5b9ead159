import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

let createdCount = 0
const letters = (n: number) => String.fromCharCode(65 + (n % 26), 65 + Math.floor(n / 26))
const body = () => ({
  name: `Tower ${++createdCount}`,
  code: `T${letters(createdCount)}`,
  costCentre: 'CC-1',
  leadIds: [app.persona('Margaret').id],
})

describe('createTower', () => {
  it('creates a tower that can be read back', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const response = await admin.post('/towers', { ...body(), name: 'Ma\u0301laga', code: 'MALAGA', description: 'South' })
    expect(response.status).toBe(201)
    expect(response.headers).toMatchObject({ location: `/towers/${response.body.id}`, etag: '"1"' })
    expect(response.body).toMatchObject({
      name: 'M\u00e1laga',
      code: 'MALAGA',
      description: 'South',
      costCentre: 'CC-1',
      leads: [{ displayName: 'Margaret Llewellyn' }],
      counts: { families: 0, accounts: 0 },
      can: { update: true, delete: true, follow: true },
    })
    expect((await admin.get(`/towers/${response.body.id}`)).body).toEqual(response.body)
  })

  it('accepts a lead from the directory whom Slipway does not know yet', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const outsider = app.company.people.find(
      (person) => person.enabled && !/Engineer|Manager|Architect|Head|Director|Chief|Lead/.test(person.jobTitle),
    )!
    const deletionResult = await app.db.deleteFrom('people').where('id', '=', outsider.id).executeTakeFirst()
    expect(deletionResult.numDeletedRows).toBe(1n)
    const response = await admin.post('/towers', { ...body(), leadIds: [outsider.id] })
    expect(response.status).toBe(201)
    expect(response.body.leads).toMatchObject([{ id: outsider.id, displayName: outsider.displayName, active: true }])
  })

  roleSuite(
    'createTower',
    () => app,
    () => ({ path: '/towers', body: body() }),
  )

  it('returns 409 for a taken name or code, ignoring case', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const name = await admin.post('/towers', { ...body(), name: 'cOMMERCE' })
    expect([name.status, name.body.code]).toEqual([409, 'nameTaken'])
    const code = await admin.post('/towers', { ...body(), code: 'COMM' })
    expect([code.status, code.body.code]).toEqual([409, 'nameTaken'])
    expect([name.body.errors, code.body.errors]).toEqual([
      [{ field: 'name', message: expect.any(String) }],
      [{ field: 'code', message: expect.any(String) }],
    ])
  })

  it('names each invalid field', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const response = await admin.post('/towers', { name: ' x', code: 'lower', leadIds: [], version: 7, id: 'mine' })
    expect(response.status).toBe(400)
    expect(response.body.errors.map((error: { field: string }) => error.field).sort()).toEqual(['code', 'id', 'leadIds', 'name', 'version'])
  })

  it('rejects leads who are disabled, unknown or named twice', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const margaret = app.persona('Margaret').id
    const createWith = async (leadIds: string[]) => {
      const { status, body: responseBody } = await admin.post('/towers', { ...body(), leadIds })
      return [status, responseBody.errors]
    }
    expect(await createWith([margaret, margaret.toUpperCase()])).toEqual([400, [expect.objectContaining({ field: 'leadIds.1' })]])
    expect(await createWith([margaret, app.persona('Oliver').id, '00000000-0000-4000-8000-000000000000'])).toEqual([
      400,
      [
        { field: 'leadIds.1', message: expect.stringContaining('Oliver Pemberton') },
        { field: 'leadIds.2', message: expect.any(String) },
      ],
    ])
  })
})
