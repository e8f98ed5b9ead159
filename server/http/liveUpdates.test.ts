import { once } from 'node:events'
import { createConnection } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patchPerson } from '../../simulator/core/directory.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Browser, openBrowser } from '../../test/browser.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { until } from '../../test/until.ts'
import type { Context } from '../context.ts'
import { syncDirectory } from '../features/platform/directory/syncDirectory.ts'
import { type Change, publishChange } from '../workflows/changes.ts'
import { registerLiveUpdates } from './liveUpdates.ts'

let app: TestApp
let open: OpenApp
let forwardMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + forwardMs) })
  open = await openApp(app)
})
afterAll(async () => {
  await open.close()
  await app.close()
})

async function signedIn(givenName: string): Promise<Browser> {
  const browser = openBrowser(open)
  await browser.signIn(app.persona(givenName).id)
  return browser
}
async function listen(browser: Browser) {
  const stop = new AbortController()
  const response = await browser.send('/events', { signal: stop.signal })
  const received = { text: '', ended: false }
  void (async () => {
    for await (const chunk of response.body!) received.text += Buffer.from(chunk).toString()
  })()
    .catch(() => {})
    .finally(() => (received.ended = true))
  return { response, received, stop: () => stop.abort() }
}

describe('GET /events', () => {
  it('sends most changes to everyone, and some only to the people whom they concern', async () => {
    const [priya, tomasz] = [await listen(await signedIn('Priya')), await listen(await signedIn('Tomasz'))]
    expect(priya.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(priya.response.headers.get('cache-control')).toBe('no-store')
    expect(priya.response.headers.get('content-security-policy')).toContain("default-src 'none'")
    await publishChange(app.db, { kind: 'notification', id: 'for-priya', people: [app.persona('Priya').id] })
    await publishChange(app.db, { kind: 'tower', id: 'for-all' })
    await until(() => [priya, tomasz].every(({ received }) => received.text.includes('for-all')))
    expect(priya.received.text).toContain('data: {"kind":"notification","id":"for-priya"}\n\n')
    expect(tomasz.received.text).not.toContain('for-priya')
    expect(priya.received.text).not.toContain(app.persona('Priya').id)
    const lateListener = await listen(await signedIn('Tomasz'))
    await until(() => lateListener.received.text.includes('for-all'))
    const [, recent] = /event: recent\ndata: (.*)\n/.exec(lateListener.received.text)!
    expect(JSON.parse(recent!)).toMatchObject({ reach: expect.any(Number), tabs: 3 })
    expect(lateListener.received.text).not.toContain('for-priya')
    for (const each of [priya, tomasz, lateListener]) each.stop()
  })

  it('doesn’t send changes of a rolled-back transaction', async () => {
    const { received, stop } = await listen(await signedIn('Priya'))
    await app.db
      .transaction()
      .execute(async (tx) => {
        await publishChange(tx, { kind: 'tower', id: 'never-happened' })
        throw new Error('rolled back')
      })
      .catch(() => {})
    await publishChange(app.db, { kind: 'tower', id: 'happened' })
    await until(() => received.text.includes('happened'))
    expect(received.text).not.toContain('never-happened')
    stop()
  })

  it('rejects anonymous callers, and a thirteenth connection of a person', async () => {
    expect((await openBrowser(open).send('/events')).status).toBe(401)
    const daniel = await signedIn('Daniel')
    const windows = await Promise.all(Array.from({ length: 12 }, () => listen(daniel)))
    expect(windows.map(({ response }) => response.status)).toEqual(Array(12).fill(200))
    expect((await daniel.send('/events')).status).toBe(429)
    windows[0]!.stop()
    await until(async () => {
      const stream = await listen(daniel)
      stream.stop()
      return stream.response.status === 200
    })
    for (const { stop } of windows) stop()
  })

  it('ends all streams when the process drains, and rejects new ones', async () => {
    const draining = new AbortController()
    const replica = await openApp(app, {}, { draining: draining.signal })
    const browser = openBrowser(replica)
    await browser.signIn(app.persona('Priya').id)
    const streams = [await listen(browser), await listen(browser)]
    draining.abort()
    await until(() => streams.every(({ received }) => received.ended))
    const response = await browser.send('/events')
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close'])
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
    await replica.close()
  })

  async function streamsOf(givenName: string) {
    const replica = await openApp(app)
    const currentBrowser = await signedIn(givenName)
    const replicaBrowser = openBrowser(replica)
    for (const [name, value] of currentBrowser.cookies) replicaBrowser.cookies.set(name, value)
    const otherBrowser = await signedIn(givenName)
    const token = await app.simulator.mintToken({ oid: app.persona(givenName).id, audience: 'api://slipway', expiresInSeconds: 600 })
    const bearer = {
      send: (path: string, init: RequestInit = {}) =>
        fetch(`${replica.https}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } }),
    }
    const streams = await Promise.all([currentBrowser, replicaBrowser, otherBrowser, bearer].map((caller) => listen(caller as Browser)))
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200])
    const unaffectedStream = await listen(await signedIn('Samuel'))
    return { currentBrowser, otherBrowser, bearer, streams, unaffectedStream, close: () => replica.close() }
  }
  const waitUntilAllEnd = (streams: { received: { ended: boolean } }[]) => until(() => streams.every(({ received }) => received.ended))

  it('ends on every replica at sign-out, and can’t be opened again with that session', async () => {
    const { currentBrowser, otherBrowser, streams, unaffectedStream, close } = await streamsOf('Priya')
    expect((await currentBrowser.send('/auth/logout', { method: 'POST', headers: { origin: open.config.publicUrl } })).status).toBe(204)
    await waitUntilAllEnd(streams)
    expect((await currentBrowser.send('/events')).status).toBe(401)
    const stream = await listen(otherBrowser)
    expect([stream.response.status, unaffectedStream.received.ended]).toEqual([200, false])
    for (const each of [stream, unaffectedStream]) each.stop()
    await close()
  })

  it('ends on every replica for a person disabled in the directory, even with a token', async () => {
    await syncDirectory(app.context)
    const { currentBrowser, bearer, streams, unaffectedStream, close } = await streamsOf('Ravi')
    patchPerson(app.simulator, app.persona('Ravi').id, { enabled: false })
    await syncDirectory(app.context)
    await waitUntilAllEnd(streams)
    for (const caller of [currentBrowser, bearer]) expect((await caller.send('/events')).status).toBe(401)
    expect(unaffectedStream.received.ended).toBe(false)
    unaffectedStream.stop()
    await close()
  })

  it('ends when the session or token expires, at the next check', async () => {
    const { streams, unaffectedStream, close } = await streamsOf('Tomasz')
    // After a gap, an event makes every replica check its streams immediately, before the next heartbeat.
    const announceChange = () => publishChange(app.db, { kind: 'everything', id: '' })
    await announceChange()
    await until(() => streams.every(({ received }) => received.text.includes('everything')))
    expect(streams.some(({ received }) => received.ended)).toBe(false)
    forwardMs = 616_000
    await announceChange()
    await until(() => streams[3]!.received.ended)
    expect(streams.slice(0, 3).map(({ received }) => received.ended)).toEqual([false, false, false])
    await app.db.updateTable('sessions').set({ expires_at: new Date() }).where('person_id', '=', app.persona('Tomasz').id).execute()
    await announceChange()
    await waitUntilAllEnd(streams)
    expect(unaffectedStream.received.ended).toBe(false)
    forwardMs = 0
    unaffectedStream.stop()
    await close()
  })

  it('ends when the server stops', async () => {
    const otherApp = await openApp(app)
    const browser = openBrowser(otherApp)
    await browser.signIn(app.persona('Priya').id)
    const { received } = await listen(browser)
    await until(() => received.text !== '')
    await otherApp.close()
    await until(() => received.ended)
  })
})

describe('a client that stops reading', () => {
  it('is disconnected before its stream fills the memory, while others get every event', async () => {
    const server = Fastify()
    server.decorateRequest('actor')
    server.addHook('onRequest', async (request) => {
      request.actor = { kind: 'person', id: 'reader' } as typeof request.actor
    })
    let publish: (change: Change) => void = () => {}
    const changes = {
      subscribe(listener: typeof publish) {
        publish = listener
        return () => {}
      },
    }
    registerLiveUpdates(server, { changes } as unknown as Context)
    const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
    const connect = async () => {
      const socket = createConnection({ host: '127.0.0.1', port })
      socket.on('error', () => {})
      socket.write('GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
      await once(socket, 'readable')
      return socket
    }
    const sockets = () => new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))
    const [, reader] = [await connect(), await connect()]
    let received = ''
    reader.on('data', (chunk) => {
      received = (received + chunk).slice(-100)
    })
    const id = 'x'.repeat(4_000)
    let published = 0
    while ((await sockets()) === 2 && published < 32_000) {
      for (let n = 0; n < 10; n++) publish({ kind: 'tower', id: `${published++} ${id}` })
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await sockets()).toBe(1)
    publish({ kind: 'tower', id: 'the last one' })
    await until(() => received.includes('the last one'))
    reader.destroy()
    await server.close()
  })
})
