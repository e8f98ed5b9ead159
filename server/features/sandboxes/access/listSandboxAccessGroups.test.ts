import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const names = async (givenName: string) =>
  (await clientOf(app, givenName).get('/sandbox-access/groups')).body.map((each: { name: string }) => each.name)

describe('listSandboxAccessGroups', () => {
  it('lists groups by name, and groups of hidden sandboxes only for members and administrators', async () => {
    const sandbox = await teamSandbox(app)
    const hiddenSandbox = await teamSandbox(app, { hidden: true })
    const endedSandbox = await teamSandbox(app, { status: 'deleted', deleted_at: new Date() })
    const visibleNames = await names('Priya')
    expect(visibleNames).toEqual(visibleNames.toSorted())
    expect(visibleNames).toContain(`sbx-${sandbox.name}-team`)
    for (const each of [hiddenSandbox, endedSandbox]) expect(visibleNames).not.toContain(`sbx-${each.name}-team`)
    for (const givenName of ['Daniel', 'Niamh', 'Grace']) expect(await names(givenName)).toContain(`sbx-${hiddenSandbox.name}-team`)
    expect(visibleNames.filter((name: string) => !name.startsWith('sbx-'))).toEqual([])
  })

  roleSuite(
    'listSandboxAccessGroups',
    () => app,
    () => ({ path: '/sandbox-access/groups' }),
  )
})
