import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const check = (personaName: string, sandboxId: string, groupId: string) =>
  clientOf(app, personaName).post(`/sandboxes/${sandboxId}/accessRequests/check`, { groupId })

describe('checkSandboxAccessRequest', () => {
  it('returns the approvers without writing anything', async () => {
    const sandbox = await teamSandbox(app)
    const response = await check('Priya', sandbox.id, sandbox.team.id)
    expect(response).toMatchObject({ status: 200, body: { problem: null, extends: null, stages: [{ name: 'Sandbox owner' }] } })
    expect(response.body.stages[0].people).toMatchObject([{ id: app.persona('Daniel').id }])
    expect(await app.db.selectFrom('access_requests').select('id').where('sandbox_id', '=', sandbox.id).execute()).toEqual([])
  })

  it('returns the reason why access can’t be requested', async () => {
    const sandbox = await teamSandbox(app)
    const { body } = await requestAccess(app, sandbox)
    expect((await check('Priya', sandbox.id, sandbox.team.id)).body.problem).toContain(body.reference)
  })

  roleSuite(
    'checkSandboxAccessRequest',
    () => app,
    async () => {
      const sandbox = await teamSandbox(app)
      return { path: `/sandboxes/${sandbox.id}/accessRequests/check`, body: { groupId: sandbox.team.id } }
    },
  )

  it('returns 404 for a group of another sandbox', async () => {
    const [sandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app)]
    expect(await check('Priya', sandbox.id, otherSandbox.team.id)).toMatchObject({ status: 404 })
  })
})
