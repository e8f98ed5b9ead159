import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const name = 'az-checkout-payments-prod-deployers'
const get = (path: string, givenName = 'Priya') => app.as(app.persona(givenName).id).get(`/account-access/groups/byName/${path}`)

describe('getAccessGroupByName', () => {
  it.each([
    ['as it is', name],
    ['in capitals', name.toUpperCase()],
    ['with space around it', `%20${name}%20`],
    ['with escaped letters', name.replace('-', '%2D').replace('p', '%70')],
  ])('finds the group by its name %s', async (_, writtenName) => {
    const { status, body } = await get(writtenName)
    expect([status, body.name]).toEqual([200, name])
    expect(body).not.toHaveProperty('members')
  })

  it('returns the same group by name and by ID', async () => {
    const byName = (await get(name, 'Daniel')).body
    expect((await app.as(app.persona('Daniel').id).get(`/account-access/groups/${byName.id}`)).body).toEqual(byName)
    expect(byName.can.update).toBe(true)
  })

  roleSuite(
    'getAccessGroupByName',
    () => app,
    () => ({ path: `/account-access/groups/byName/${name}` }),
  )

  it.each(['az-nobody', '%25', `${name}%00`, 'a'.repeat(201), '__proto__'])('returns 400 or 404 for %s', async (writtenName) => {
    expect([400, 404]).toContain((await get(writtenName)).status)
  })
})
