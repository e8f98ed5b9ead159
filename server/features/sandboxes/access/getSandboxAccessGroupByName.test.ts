import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getSandboxAccessGroupByName', () => {
  it('finds the group, ignoring the case of its name', async () => {
    const sandbox = await teamSandbox(app)
    const path = `/sandbox-access/groups/byName/SBX-${sandbox.name.toUpperCase()}-Team`
    expect(await clientOf(app, 'Priya').get(path)).toMatchObject({ status: 200, body: { id: sandbox.team.id, suffix: 'team' } })
  })

  it('returns 404 for unknown names, groups of accounts, and hidden sandboxes', async () => {
    const { name } = await app.db
      .selectFrom('access_groups')
      .select('name')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const hiddenSandbox = await teamSandbox(app, { hidden: true })
    for (const each of ['nothing', name, `sbx-${hiddenSandbox.name}-team`])
      expect(await clientOf(app, 'Priya').get(`/sandbox-access/groups/byName/${each}`)).toMatchObject({ status: 404 })
  })

  roleSuite(
    'getSandboxAccessGroupByName',
    () => app,
    async () => ({ path: `/sandbox-access/groups/byName/sbx-${(await teamSandbox(app)).name}-team` }),
  )
})
