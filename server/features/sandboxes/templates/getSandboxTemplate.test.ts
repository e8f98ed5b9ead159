import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = await template(app)
})
afterAll(() => app.close())

const get = (path: string, givenName = 'Priya') => app.as(app.persona(givenName).id).get(`/sandbox-templates/${path}`)

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
    const hiddenTemplate = await template(app, { visibility: 'hidden' })
    const [hiddenResponse, missingResponse] = [await get(hiddenTemplate), await get(crypto.randomUUID())]
    expect([hiddenResponse.status, hiddenResponse.body.message]).toEqual([missingResponse.status, missingResponse.body.message])
    expect(hiddenResponse.status).toBe(404)
    expect((await get(hiddenTemplate, 'Niamh')).status).toBe(200)
  })

  it('rejects a malformed ID', async () => {
    expect((await get('web')).status).toBe(400)
  })
})
