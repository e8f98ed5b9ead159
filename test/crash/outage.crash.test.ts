import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outageTexts } from '../../server/db/reportOutages.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { openDatabaseProxy } from '../databaseProxy.ts'
import { until } from '../until.ts'
import { startServer } from './serverProcess.ts'

interface Line {
  level: string
  msg: string
  component?: string
  failures?: number
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const outageMs = 10_000

describe('a server whose database is unavailable for ten seconds', () => {
  it('logs two lines per component, and continues afterwards', async () => {
    const proxy = await openDatabaseProxy(app.runtimeUrl)
    const server = await startServer({ ...app, runtimeUrl: proxy.url })
    try {
      await server.started
      await delay(3_000)
      const start = server.log().length
      const lines = (): Line[] =>
        server
          .log()
          .slice(start)
          .split('\n')
          .filter((text) => text.startsWith('{') && text.endsWith('}'))
          .map((text) => JSON.parse(text))
      const ofState = (msg: string) => lines().filter((line) => line.msg === msg)
      await proxy.cut()
      await delay(outageMs)
      await proxy.repair()
      const lost = ofState(outageTexts.lost)
      await until(() => ofState(outageTexts.back).length >= lost.length, 40_000)
      await delay(2_000)
      const components = lost.map(({ component }) => component)
      expect(components).toEqual(expect.arrayContaining(['job queue', 'schedules', 'orphans', 'audit chain']))
      expect(components).toEqual([...new Set(components)])
      const ended = ofState(outageTexts.back)
      expect(ended.map(({ component }) => component).sort()).toEqual(components.toSorted())
      expect(ended.find(({ component }) => component === 'job queue')!.failures).toBeGreaterThan(10)
      const loud = lines().filter(({ level }) => ['warn', 'error', 'fatal'].includes(level))
      expect(loud).toEqual(lost)
      expect(server.gone()).toBe(false)
    } finally {
      server.signal('SIGKILL')
      await server.ended
      await proxy.close()
    }
  })
})
