import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'
import { pending, roomFor, template } from '../sandbox-requests/sandboxRequests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const list = (who: string) => app.as(app.persona(who).id).get('/sandbox-hosts')

describe('listSandboxHosts works', () => {
  it('shows how full each is and what lives there; auditors change nothing', async () => {
    const id = await roomFor(app, 5)
    const request = await pending(app, await template(app, { approval: { mode: 'automatic' } }))
    const host = (await list('Niamh')).body.find((each: { id: string }) => each.id === id)
    expect(host).toMatchObject({
      kind: 'shared',
      capacity: 5,
      used: 1,
      status: 'available',
      sandboxes: [{ name: request.name, status: 'provisioning', owner: { id: app.persona('Priya').id } }],
      can: { update: true, retire: true, open: 'It is open already.' },
    })
    const seen = (await list('Grace')).body.find((each: { id: string }) => each.id === id)
    expect(new Set(Object.values(seen.can))).toEqual(new Set(['Only administrators change where sandboxes live.']))
  })
})

describe('listSandboxHosts refuses', () => {
  roleSuite(
    'listSandboxHosts',
    () => app,
    () => ({ path: '/sandbox-hosts' }),
  )
})

describe('listSandboxHosts fails', () => {
  it('with queries it does not take', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/sandbox-hosts?kind=pool')).status).toBe(400)
  })
})
