import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const validate = async (body: unknown) => (await app.as(app.persona('Tomasz').id).post('/utils/ValidateUsers', body)).body

describe('validateUsers', () => {
  it('returns each entry in order, including duplicates', async () => {
    const [daniel, oliver] = [app.persona('Daniel'), app.persona('Oliver')]
    const list = [
      daniel.email,
      ` ${daniel.userPrincipalName.toUpperCase()} `,
      daniel.id,
      oliver.email,
      'nobody@northgate.example',
      'Daniel Okoro',
      daniel.email,
    ]
    const response = await validate(list)
    expect(response.map((entry: { input: string }) => entry.input)).toEqual(list)
    expect(response.map((entry: { valid: boolean }) => entry.valid)).toEqual([true, true, true, false, false, false, true])
    expect(response[0].user).toMatchObject({ id: daniel.id, active: true })
    expect(response[3].user).toMatchObject({ id: oliver.id })
    expect(new Set(response.slice(3, 6).map((entry: { reason: string }) => entry.reason))).toHaveProperty('size', 3)
  })

  it('finds people by an email address that is not their sign-in name', async () => {
    const { id } = app.persona('Ravi')
    await app.db.updateTable('people').set({ email: 'r.deshmukh@stores.example' }).where('id', '=', id).execute()
    expect(await validate(['R.Deshmukh@stores.example'])).toMatchObject([{ valid: true, user: { id } }])
  })

  it('accepts 200 entries', async () => {
    const response = await validate(app.company.people.slice(0, 200).map((person) => person.email))
    expect(response.length).toBe(200)
    expect(response.filter((entry: { user?: unknown }) => entry.user).length).toBe(200)
  })

  it('escapes characters that have a meaning in a URL', async () => {
    const response = await validate(['../users', '%2e%2e/groups', "x')/manager", 'a@b?$select=id', 'a@b#c', 'a@b/../groups', ''])
    expect(response.map((entry: { valid: boolean }) => entry.valid)).toEqual(Array(7).fill(false))
  })

  roleSuite(
    'validateUsers',
    () => app,
    () => ({ path: '/utils/ValidateUsers', body: ['a@northgate.example'] }),
  )

  it.each([[[]], [Array(201).fill('a@b')], [['x'.repeat(321)]], [[1]], [{ users: [] }], ['text']])('rejects %j', async (body) => {
    expect((await validate(body)).status).toBe(400)
  })
})
