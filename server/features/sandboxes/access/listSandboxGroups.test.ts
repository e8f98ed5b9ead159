import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listSandboxGroups', () => {
  it('lists the groups in the template’s order, with the caller’s requests', async () => {
    const sandbox = await teamSandbox(app)
    const { body: request } = await requestAccess(app, sandbox)
    const { status, body } = await clientOf(app, 'Priya').get(`/sandboxes/${sandbox.id}/groups`)
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id: sandbox.owners.id, suffix: 'owners', forOwners: true, roles: ['Contributor'], mine: { request: null } },
      { id: sandbox.team.id, suffix: 'team', mine: { request: { reference: request.reference, version: 1 } } },
    ])
  })

  it('returns 404 for a hidden sandbox', async () => {
    const { id } = await teamSandbox(app, { hidden: true })
    expect(await clientOf(app, 'Priya').get(`/sandboxes/${id}/groups`)).toMatchObject({ status: 404 })
  })

  roleSuite(
    'listSandboxGroups',
    () => app,
    async () => ({ path: `/sandboxes/${(await teamSandbox(app)).id}/groups` }),
  )
})
