import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Browser, openBrowser } from '../../test/browser.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { until } from '../../test/until.ts'
import { announce } from '../jobs/changes.ts'

let app: TestApp
let open: OpenApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
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
/** An open stream, and what came through it so far. */
async function listen(browser: Browser) {
  const stop = new AbortController()
  const response = await browser.send('/events', { signal: stop.signal })
  const heard = { text: '', ended: false }
  void (async () => {
    for await (const chunk of response.body!) heard.text += Buffer.from(chunk).toString()
  })()
    .catch(() => {})
    .finally(() => (heard.ended = true))
  return { response, heard, stop: () => stop.abort() }
}

describe('GET /events', () => {
  it('tells everyone what changed, and some things only those they are about', async () => {
    const [priya, tomasz] = [await listen(await signedIn('Priya')), await listen(await signedIn('Tomasz'))]
    expect(priya.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(priya.response.headers.get('cache-control')).toBe('no-store')
    expect(priya.response.headers.get('content-security-policy')).toContain("default-src 'none'")
    await announce(app.db, { kind: 'notification', id: 'for-priya', people: [app.persona('Priya').id] })
    await announce(app.db, { kind: 'tower', id: 'for-all' })
    await until(() => [priya, tomasz].every(({ heard }) => heard.text.includes('for-all')))
    expect(priya.heard.text).toContain('data: {"kind":"notification","id":"for-priya"}\n\n')
    expect(tomasz.heard.text).not.toContain('for-priya')
    expect(priya.heard.text).not.toContain(app.persona('Priya').id)
    // Who begins to listen a moment later is told what went before.
    const late = await listen(await signedIn('Tomasz'))
    await until(() => late.heard.text.includes('for-all'))
    expect(late.heard.text).toMatch(/event: recent\ndata: \{"reach":/)
    expect(late.heard.text).not.toContain('for-priya')
    for (const each of [priya, tomasz, late]) each.stop()
  })

  it('says nothing of what was rolled back', async () => {
    const { heard, stop } = await listen(await signedIn('Priya'))
    await app.db
      .transaction()
      .execute(async (tx) => {
        await announce(tx, { kind: 'tower', id: 'never-happened' })
        throw new Error('rolled back')
      })
      .catch(() => {})
    await announce(app.db, { kind: 'tower', id: 'happened' })
    await until(() => heard.text.includes('happened'))
    expect(heard.text).not.toContain('never-happened')
    stop()
  })

  it('refuses who is not signed in, and a thirteenth window', async () => {
    expect((await openBrowser(open).send('/events')).status).toBe(401)
    const daniel = await signedIn('Daniel')
    const windows = await Promise.all(Array.from({ length: 12 }, () => listen(daniel)))
    expect(windows.map(({ response }) => response.status)).toEqual(Array(12).fill(200))
    expect((await daniel.send('/events')).status).toBe(429)
    windows[0]!.stop()
    await until(async () => {
      const again = await listen(daniel)
      again.stop()
      return again.response.status === 200
    })
    for (const { stop } of windows) stop()
  })

  it('ends when the server stops', async () => {
    const other = await openApp(app)
    const browser = openBrowser(other)
    await browser.signIn(app.persona('Priya').id)
    const { heard } = await listen(browser)
    await until(() => heard.text !== '')
    await other.close()
    await until(() => heard.ended)
  })
})
