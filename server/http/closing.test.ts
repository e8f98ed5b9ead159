import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { openBrowser } from '../../test/browser.ts'
import { openApp } from '../../test/openApp.ts'
import { until } from '../../test/until.ts'
import { whileCallWaits } from '../../test/whileCallWaits.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const auditEvents = async () => (await app.db.selectFrom('audit_events').select('id').execute()).length

function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return once(socket, 'close').then(() => text)
}

describe('a server that closes', () => {
  it('completes the current call of a connection and rejects the next, with the problem, its ID and a retry delay', async () => {
    const open = await openApp(app)
    const browser = openBrowser(open)
    await browser.signIn(app.persona('Priya').id)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const socket = connect(open.port, '127.0.0.1')
    const received = readAll(socket)
    const eventsBefore = await auditEvents()
    let closed: Promise<void> | undefined
    const send = () => socket.write(`GET /towers HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`)
    await whileCallWaits(app.db, send, async () => {
      closed = open.close()
      await until(() => !open.server.server.listening)
      socket.write('POST /towers HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
    })
    const text = await received
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    const [head = '', body = ''] = text.slice(text.indexOf('HTTP/1.1 503 ')).split('\r\n\r\n')
    const problem = JSON.parse(body)
    for (const header of [/^connection: close$/im, /^retry-after: \d+$/im, /^content-type: application\/problem\+json/im])
      expect(head).toMatch(header)
    expect(head).toContain(`x-request-id: ${problem.requestId}`)
    expect(problem).toMatchObject({ status: 503, code: 'unavailable', error: { code: 'unavailable' } })
    await closed
    expect(await auditEvents()).toBe(eventsBefore)
  })

  it('serves requests while it drains, and ends their connections', async () => {
    const draining = new AbortController()
    const open = await openApp(app, {}, { draining: draining.signal })
    const health = () => fetch(`${open.http}/health`)
    expect((await health()).headers.get('connection')).not.toBe('close')
    draining.abort()
    const response = await health()
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
    await open.close()
  })

  it('returns the calls without a response yet', async () => {
    const open = await openApp(app)
    const browser = openBrowser(open)
    await browser.signIn(app.persona('Priya').id)
    const send = () => app.as(app.persona('Priya').id).on(open.server).get('/towers')
    const { call } = await whileCallWaits(app.db, send, async () => {
      expect(open.server.currentCalls()).toEqual(['listTowers'])
      const stop = new AbortController()
      expect((await browser.send('/events', { signal: stop.signal })).status).toBe(200)
      expect(open.server.currentCalls().toSorted()).toEqual(['listTowers', 'page'])
      stop.abort()
      await until(() => open.server.currentCalls().length === 1)
    })
    expect((await call).status).toBe(200)
    await until(() => open.server.currentCalls().length === 0)
    await open.close()
  })
})
