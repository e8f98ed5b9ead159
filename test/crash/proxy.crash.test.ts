import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { openConnectProxy } from '../connectProxy.ts'
import { freePort } from '../freePort.ts'
import { until } from '../until.ts'
import { startServer } from './serverProcess.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const hostOf = (origin: string) => new URL(origin).host

describe('a server with HTTPS_PROXY', () => {
  it('calls services and the identity provider through the proxy, with certificates of SLIPWAY_CA', async () => {
    const proxy = await openConnectProxy()
    const port = await freePort()
    const server = await startServer({ ...app, settings: { HTTPS_PROXY: proxy.url, PORT: String(port) } })
    const { arm, graph, identity } = app.simulator.origins
    const tunnelsTo = (origin: string) => proxy.targets.filter((target) => target === hostOf(origin)).length
    try {
      await server.started
      await until(() => tunnelsTo(arm) > 0 && tunnelsTo(graph) > 0 && tunnelsTo(identity) > 0, 30_000)
      const before = tunnelsTo(identity)
      const response = await fetch(`http://127.0.0.1:${port}/auth/login`, { redirect: 'manual' })
      expect(hostOf(response.headers.get('location')!)).toBe(hostOf(app.simulator.identityBrowserOrigin))
      expect(tunnelsTo(identity)).toBeGreaterThan(before)
    } finally {
      server.signal('SIGKILL')
      await server.ended
      await proxy.close()
    }
  })
})
