import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

let made = 0
const letters = (n: number) => String.fromCharCode(65 + (n % 26), 65 + Math.floor(n / 26))
const body = () => ({ name: `Tower ${++made}`, code: `T${letters(made)}`, costCentre: 'CC-1', leadIds: [app.persona('Margaret').id] })

describe('createTower', () => {
  it('creates a tower that can be read back', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const answer = await admin.post('/towers', { ...body(), name: 'Ma\u0301laga', code: 'MALAGA', description: 'South' })
    expect(answer.status).toBe(201)
    expect(answer.headers).toMatchObject({ location: `/towers/${answer.body.id}`, etag: '"1"' })
    expect(answer.body).toMatchObject({
      name: 'M\u00e1laga',
      code: 'MALAGA',
      description: 'South',
      costCentre: 'CC-1',
      leads: [{ displayName: 'Margaret Llewellyn' }],
      counts: { families: 0, accounts: 0 },
      can: { update: true, delete: true, follow: true },
    })
    expect((await admin.get(`/towers/${answer.body.id}`)).body).toEqual(answer.body)
  })

  it('accepts a lead from the directory whom Slipway does not know yet', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const stranger = app.company.people.find(
      (person) => person.enabled && !/Engineer|Manager|Architect|Head|Director|Chief|Lead/.test(person.jobTitle),
    )!
    const forgotten = await app.db.deleteFrom('people').where('id', '=', stranger.id).executeTakeFirst()
    expect(forgotten.numDeletedRows).toBe(1n)
    const answer = await admin.post('/towers', { ...body(), leadIds: [stranger.id] })
    expect(answer.status).toBe(201)
    expect(answer.body.leads).toMatchObject([{ id: stranger.id, displayName: stranger.displayName, active: true }])
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
    const answer = await admin.post('/towers', { name: ' x', code: 'lower', leadIds: [], version: 7, id: 'mine' })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string }) => error.field).sort()).toEqual(['code', 'id', 'leadIds', 'name', 'version'])
  })

  it('rejects leads who are disabled, unknown or named twice', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const margaret = app.persona('Margaret').id
    const refusal = async (leadIds: string[]) => {
      const { status, body: said } = await admin.post('/towers', { ...body(), leadIds })
      return [status, said.errors]
    }
    expect(await refusal([margaret, margaret.toUpperCase()])).toEqual([400, [{ field: 'leadIds.1', message: 'appears twice' }]])
    expect(await refusal([margaret, app.persona('Oliver').id, '00000000-0000-4000-8000-000000000000'])).toEqual([
      400,
      [
        { field: 'leadIds.1', message: 'Oliver Pemberton is disabled in the directory' },
        { field: 'leadIds.2', message: expect.any(String) },
      ],
    ])
  })
})
