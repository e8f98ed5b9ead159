import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { as, ask, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const path = '/sandbox-access/access-requests/adv/options'

describe('getSandboxAccessRequestsAdvOptions', () => {
  it('counts what the caller can see', async () => {
    const sandbox = await teamSandbox(app)
    const counted = async (who: string) => {
      const { body } = await as(app, who).get(path)
      const status = body.fields.find((each: { name: string }) => each.name === 'status')
      return (status.values.find((each: { value: string }) => each.value === 'pending_approval')?.count as number | undefined) ?? 0
    }
    const before = [await counted('Daniel'), await counted('Ewa')]
    await ask(app, sandbox)
    expect([await counted('Daniel'), await counted('Ewa')]).toEqual([before[0]! + 1, before[1]])
  })

  roleSuite(
    'getSandboxAccessRequestsAdvOptions',
    () => app,
    () => ({ path: '/sandbox-access/access-requests/adv/options' }),
  )
})
