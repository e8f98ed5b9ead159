import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

describe('listPolicyVersions', () => {
  it('returns the newest first', async () => {
    const draft = await fixture.draft('accountRequest')
    const { body } = await fixture.niamh().get(`/approval-policies/${draft.id}/versions`)
    expect(body).toMatchObject([
      { version: draft.version, status: 'draft', basedOn: 1 },
      { version: 1, status: 'live', basedOn: null, createdBy: null },
    ])
  })

  roleSuite(
    'listPolicyVersions',
    () => app,
    async () => ({ path: `/approval-policies/${(await fixture.live('accountRequest')).id}/versions` }),
  )

  it('returns 404 for an unknown policy', async () => {
    expect((await fixture.niamh().get(`/approval-policies/${app.persona('Niamh').id}/versions`)).status).toBe(404)
  })
})
