import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  id = await template(app)
})
afterAll(() => app.close())

const get = (path: string, who = 'Priya') => app.as(app.persona(who).id).get(`/sandbox-templates/${path}`)

describe('getSandboxTemplate', () => {
  it('shows the template’s limits', async () => {
    const { status, body, headers } = await get(id)
    expect(status).toBe(200)
    expect(headers['etag']).toMatch(/^"1\./)
    expect(body).toMatchObject({ id, maxBudget: 20_000, groups: [{ suffix: 'owners' }, { suffix: 'developers' }], can: { request: true } })
  })

  roleSuite(
    'getSandboxTemplate',
    () => app,
    () => ({ path: `/sandbox-templates/${id}` }),
  )

  it('returns 404 for a hidden template', async () => {
    const hidden = await template(app, { visibility: 'hidden' })
    const [one, none] = [await get(hidden), await get(crypto.randomUUID())]
    expect([one.status, one.body.message]).toEqual([none.status, none.body.message])
    expect(one.status).toBe(404)
    expect((await get(hidden, 'Niamh')).status).toBe(200)
  })

  it('rejects a malformed id', async () => {
    expect((await get('web')).status).toBe(400)
  })
})
