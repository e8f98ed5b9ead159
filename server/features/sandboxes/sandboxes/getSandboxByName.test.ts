import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
let sandbox: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await makeSandbox(app.db, { name: 'kiosk-lab', owners: [id('Daniel')], status: 'deleted', deleted_at: new Date() })
  sandbox = await makeSandbox(app.db, { name: 'kiosk-lab', owners: [id('Priya')] })
  await makeSandbox(app.db, { name: 'secret-lab', owners: [id('Priya')], hidden: true })
})
afterAll(() => app.close())

const get = (name: string, givenName = 'Tomasz') => as(givenName).get(`/sandboxes/byName/${encodeURIComponent(name)}`)

describe('getSandboxByName', () => {
  it.each(['kiosk-lab', 'Kiosk-LAB', ' kiosk-lab '])('finds the sandbox by %j', async (name) => {
    const response = await get(name)
    expect([response.status, response.body.id]).toEqual([200, sandbox])
  })

  roleSuite(
    'getSandboxByName',
    () => app,
    () => ({ path: '/sandboxes/byName/kiosk-lab' }),
  )

  it.each(['secret-lab', 'SECRET-LAB', 'secret-lab '])('returns 404 to other people for the hidden name %j', async (name) => {
    expect((await get(name)).status).toBe(404)
    expect((await get(name, 'Priya')).status).toBe(200)
  })

  // The first name has a long s, the second has full-width letters that only look Latin.
  it.each(['kio\u017Fk-lab', '\uFF4Biosk-lab', 'kiosk', 'kiosk%', 'kiosk_lab', 'kiosk-lab\u200B', "k' or 1=1"])(
    'returns 404 for %j',
    async (name) => {
      expect((await get(name)).status).toBe(404)
    },
  )

  it('rejects a name with a null byte, or one that is too long', async () => {
    expect((await get('kiosk\0lab')).status).toBe(400)
    expect((await get('k'.repeat(201))).status).toBe(400)
  })
})
