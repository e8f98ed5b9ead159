import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { add, addOwners, clientOf, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listSandboxMembers', () => {
  it('lists all members with their access, owners first', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Ravi', 'Daniel'] })
    await addOwners(app, sandbox)
    for (const personaName of ['Tomasz', 'Priya']) await add(app, sandbox, personaName)
    for (const personaName of ['Priya', 'Daniel', 'Niamh', 'Grace']) {
      const { status, body } = await clientOf(app, personaName).get(`/sandboxes/${sandbox.id}/members`)
      expect(status).toBe(200)
      expect(
        body.map((each: { person: { displayName: string }; owner: boolean; access: unknown[] }) => [
          each.person.displayName,
          each.owner,
          each.access.length,
        ]),
      ).toEqual([
        ['Ravi Deshmukh', true, 1],
        ['Daniel Okoro', true, 1],
        ['Priya Raman', false, 1],
        ['Tomasz Zalewski', false, 1],
      ])
    }
  })

  roleSuite(
    'listSandboxMembers',
    () => app,
    async () => ({ path: `/sandboxes/${(await teamSandbox(app)).id}/members` }),
  )
})
