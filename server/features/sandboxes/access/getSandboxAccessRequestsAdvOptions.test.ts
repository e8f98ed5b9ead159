import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = '/sandbox-access/access-requests/adv/options'

describe('getSandboxAccessRequestsAdvOptions', () => {
  it('counts only the requests that the caller can see', async () => {
    const sandbox = await teamSandbox(app)
    const countPending = async (personaName: string) => {
      const { body } = await clientOf(app, personaName).get(path)
      const status = body.fields.find((each: { name: string }) => each.name === 'status')
      return (status.values.find((each: { value: string }) => each.value === 'pending_approval')?.count as number | undefined) ?? 0
    }
    const countsBefore = [await countPending('Daniel'), await countPending('Ewa')]
    await requestAccess(app, sandbox)
    expect([await countPending('Daniel'), await countPending('Ewa')]).toEqual([countsBefore[0]! + 1, countsBefore[1]])
  })

  roleSuite(
    'getSandboxAccessRequestsAdvOptions',
    () => app,
    () => ({ path: '/sandbox-access/access-requests/adv/options' }),
  )
})
