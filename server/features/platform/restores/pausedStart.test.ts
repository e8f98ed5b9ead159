import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import type { Handlers } from '../../../workflows/jobs.ts'
import { withPauses } from '../../../workflows/pauses.ts'
import { startWhenAccepted } from './pausedStart.ts'
import { admin, keepFewAccounts, openRestore, pausedContext, readReport } from './restores.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await keepFewAccounts(app)
})
afterAll(() => app.close())

describe('a server that runs when the database is marked as restored', () => {
  it('stops running handlers, writes the report, and doesn’t start handlers a second time', async () => {
    let starts = 0
    const start = async () => {
      starts += 1
      return { stop: async () => {} }
    }
    const server = await startWhenAccepted(pausedContext(app), start, { pausedPollMs: 20, runningPollMs: 20 })
    const checkHealth: Handlers['checkHealth'] = (_, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    const handlers = withPauses(app.context, { checkHealth } as Handlers)
    const running = handlers.checkHealth({}, new AbortController().signal)
    await new Promise((resolve) => setTimeout(resolve, 100))

    const id = await openRestore(app)
    await running
    await until(async () => Boolean((await readReport(app))?.endedAt))
    const { id: reportId } = await readReport(app)
    const accepted = await admin(app).post(`/restores/${id}/accept`, { reportId, comment: 'Compared with the list.' })
    expect([accepted.status, starts]).toEqual([200, 1])
    await new Promise((resolve) => setTimeout(resolve, 100))
    await server.stop()
    expect(starts).toBe(1)
  })

  it('starts once after the acceptance if it started paused', async () => {
    const id = await openRestore(app)
    let starts = 0
    let stops = 0
    const start = async () => {
      starts += 1
      return { stop: async () => void stops++ }
    }
    const server = await startWhenAccepted(pausedContext(app), start, { pausedPollMs: 20, runningPollMs: 20 })
    await until(async () => Boolean((await readReport(app))?.endedAt))
    expect(starts).toBe(0)
    await admin(app).post(`/restores/${id}/accept`, { reportId: (await readReport(app)).id, comment: 'Compared with the list.' })
    await until(() => starts > 0)
    await server.stop()
    expect([starts, stops]).toEqual([1, 1])
  })
})
