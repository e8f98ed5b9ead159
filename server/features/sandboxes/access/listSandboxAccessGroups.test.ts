import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { as, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const names = async (who: string) => (await as(app, who).get('/sandbox-access/groups')).body.map((each: { name: string }) => each.name)

describe('listSandboxAccessGroups', () => {
  it('lists groups by name, and hidden sandboxes only for members and administrators', async () => {
    const sandbox = await teamSandbox(app)
    const hidden = await teamSandbox(app, { hidden: true })
    const over = await teamSandbox(app, { status: 'deleted', deleted_at: new Date() })
    const seen = await names('Priya')
    expect(seen).toEqual(seen.toSorted())
    expect(seen).toContain(`sbx-${sandbox.name}-team`)
    for (const each of [hidden, over]) expect(seen).not.toContain(`sbx-${each.name}-team`)
    for (const who of ['Daniel', 'Niamh', 'Grace']) expect(await names(who)).toContain(`sbx-${hidden.name}-team`)
    expect(seen.filter((name: string) => !name.startsWith('sbx-'))).toEqual([])
  })

  roleSuite(
    'listSandboxAccessGroups',
    () => app,
    () => ({ path: '/sandbox-access/groups' }),
  )
})
