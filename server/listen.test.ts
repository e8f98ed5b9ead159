import { once } from 'node:events'
import { createServer } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { loopbackCertificate } from '../test/openApp.ts'
import { until } from '../test/until.ts'
import { listen } from './listen.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const host = '127.0.0.1'
const settings = () => ({ host, port: 0, httpsPort: 0, tls: loopbackCertificate(app) })

describe('listen', () => {
  it('routes http and https to the same handlers, which can distinguish them', async () => {
    const server = Fastify()
    server.get('/', async (request) => request.protocol)
    const { port, httpsPort, close } = await listen(server, settings())
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('http')
    expect(await (await fetch(`https://${host}:${httpsPort}/`)).text()).toBe('https')
    await close()
  })

  it('listens only on http if there is no certificate', async () => {
    const { httpsPort, close } = await listen(Fastify(), { ...settings(), tls: undefined })
    expect(httpsPort).toBeUndefined()
    await close()
  })

  it('doesn’t leave a port open when the second port is in use', async () => {
    const otherServer = createServer().listen(0, host)
    await once(otherServer, 'listening')
    const usedPort = (otherServer.address() as { port: number }).port
    const server = Fastify()
    await expect(listen(server, { ...settings(), httpsPort: usedPort })).rejects.toThrow(/EADDRINUSE/)
    expect(server.server.listening).toBe(false)
    otherServer.close()
  })

  it('completes current calls on both ports before it closes', async () => {
    const server = Fastify({ forceCloseConnections: 'idle' })
    let requestCount = 0
    let resumeListening = () => {}
    const wait = new Promise<void>((resolve) => (resumeListening = resolve))
    server.get('/slow', async () => {
      requestCount++
      await wait
      return 'done'
    })
    const { port, httpsPort, close } = await listen(server, settings())
    const responses = Promise.all(
      [`http://${host}:${port}/slow`, `https://${host}:${httpsPort}/slow`].map(async (url) => (await fetch(url)).text()),
    )
    await until(() => requestCount === 2)
    const closedPromise = close()
    resumeListening()
    expect(await responses).toEqual(['done', 'done'])
    await closedPromise
    await expect(fetch(`https://${host}:${httpsPort}/slow`)).rejects.toThrow()
  })
})
