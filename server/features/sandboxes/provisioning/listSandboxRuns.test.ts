import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { createScope } from './provision/createScope.ts'
import { addCapacity, deleteSandboxRows, requestFor } from './sandboxWork.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: 2 })
})
afterAll(() => app.close())

const overview = async (givenName: string, roles?: string[]) => (await app.as(app.persona(givenName).id, roles).get('/sandbox-work')).body

describe('listSandboxRuns', () => {
  it('lists running actions by kind, and the sandboxes in the queue', async () => {
    for (const name of ['first', 'second', 'third']) await requestFor(app, { name })
    const { stuck, processes, runs, can } = await overview('Niamh')
    expect(stuck).toBe(0)
    expect(can).toEqual({ retrigger: true })
    expect(processes.map(({ name, running }: { name: string; running: number }) => `${name} ${running}`)).toEqual([
      'provisioning 2',
      'freezing 0',
      'resuming 0',
      'cleanup 0',
      'queue 1',
      'metering 0',
    ])
    expect(
      runs.map(({ sandbox, state, step }: { sandbox: { name: string }; state: string; step: string }) => [sandbox.name, state, step]),
    ).toEqual([
      ['first', 'running', createScope.title],
      ['second', 'running', createScope.title],
    ])
  })

  it('shows the runs to auditors, who can’t restart them', async () => {
    expect((await overview('Grace', ['Slipway.Auditor'])).can).toEqual({ retrigger: expect.any(String) })
  })

  roleSuite(
    'listSandboxRuns',
    () => app,
    () => ({ path: '/sandbox-work' }),
  )
})
