import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const search = async (text: string) =>
  (await app.as(app.persona('Tomasz').id).get(`/utils/searchUserData?search=${encodeURIComponent(text)}`)).body

describe('searchUserData works', () => {
  it('finds people by name, e-mail or id, and forgives typing errors', async () => {
    const { id, email } = app.persona('Daniel')
    for (const text of ['Daniel Okoro', 'okoro daniel', email, id, 'okroo', 'Danile Okoro'])
      expect((await search(text))[0]).toMatchObject({ id, jobTitle: 'Staff Engineer' })
  })

  it('answers 20 at most, and says who is disabled', async () => {
    expect((await search('northgate')).length).toBe(20)
    expect((await search('Pemberton Oliver'))[0]).toMatchObject({ displayName: 'Oliver Pemberton', active: false })
  })

  it('needs no directory', async () => {
    const fault = app.simulator.faults.add({ service: 'graph', action: { kind: 'status', status: 503 } })
    expect((await search('okoro')).length).toBeGreaterThan(0)
    app.simulator.faults.remove(fault)
  })
})

describe('searchUserData refuses', () => {
  roleSuite(
    'searchUserData',
    () => app,
    () => ({ path: '/utils/searchUserData?search=daniel' }),
  )
})

describe('searchUserData fails', () => {
  it.each(['', ' ', 'x'.repeat(101), 'a\0b'])('on %j', async (text) => {
    expect((await search(text)).status).toBe(400)
  })
})
