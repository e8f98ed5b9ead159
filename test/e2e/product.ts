import { fileURLToPath } from 'node:url'
import type { APIResponse, Browser, BrowserContextOptions, Page } from 'playwright-core'
import { buildWeb } from '../../scripts/webBuild.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { freePort } from '../freePort.ts'
import { patienceMs } from '../until.ts'
import { openBrowser } from './browser.ts'

/** Everything a page complained about: policy violations, errors of the program, console errors. */
export type Complaints = string[]

export interface Visit {
  page: Page
  complaints: Complaints
}

/** The whole product as people meet it: its own database and simulator, the real server listening, the built browser part. */
export const startProduct = () => startProductWith(startTestApp)

/** The same with a server started otherwise, such as one whose clock the test moves: whoever is signed in then signs in again. */
export async function startProductWith<A extends TestApp>(startApp: (options: { publicUrl: string }) => Promise<A>) {
  await buildWeb(fileURLToPath(new URL('../..', import.meta.url)))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const app = await startApp({ publicUrl: url })
  await app.app.listen({ host: '127.0.0.1', port })
  let browser: Promise<Browser> | undefined

  /** A page in a browser context of its own, so that each has its own session; it is closed with the product. */
  async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
    browser ??= openBrowser()
    const context = await (await browser).newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    const complaints: Complaints = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      // A refusal that the screen explains is no fault of the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text())
    })
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      ),
    )
    return { page, complaints }
  }

  /** Signs a sample person in as people do, through the sign-in page of the simulated directory, and arrives at `path`. */
  async function signIn(page: Page, givenName: string, path = '/app/'): Promise<void> {
    const person = app.persona(givenName)
    await page.goto(url + path)
    await page.getByRole('link', { name: /^Sign in/ }).click()
    await page.getByRole('button', { name: person.displayName }).click()
    await page.waitForURL((address) => address.href === url + path)
    await page.locator('h1').first().waitFor()
  }

  /** The same by the same requests, without drawing their pages: journeys are seldom about signing in. */
  async function signInUnseen(page: Page, givenName: string, path = '/app/', { strong = true }: { strong?: boolean } = {}): Promise<void> {
    const { request } = page.context()
    const follow = async (answer: APIResponse) => {
      const { location } = answer.headers()
      if (!location) throw new Error(`Signing in stopped at ${answer.url()}: ${answer.status()} ${await answer.text()}`)
      return new URL(location, answer.url())
    }
    const authorize = await follow(await request.get(`${url}/auth/login?returnTo=/app/`, { maxRedirects: 0 }))
    const { context } = app.config.stepUp
    // A second factor, unless the journey is about being asked for one.
    const second: Record<string, string> = strong
      ? { claims: JSON.stringify({ id_token: { acrs: { essential: true, value: context } } }), approve: 'yes' }
      : {}
    const form = { ...Object.fromEntries(authorize.searchParams), oid: app.persona(givenName).id, ...second }
    const callback = await follow(await request.post(authorize.origin + authorize.pathname, { form, maxRedirects: 0 }))
    await follow(await request.get(callback.href, { maxRedirects: 0 }))
    await page.goto(url + path)
    await page.locator('h1').first().waitFor()
  }

  return {
    ...app,
    url,
    visit,
    signIn,
    signInUnseen,
    /** Both at once: a new page with that person signed in. */
    async visitAs(
      givenName: string,
      path?: string,
      { strong, ...options }: BrowserContextOptions & { strong?: boolean } = {},
    ): Promise<Visit> {
      const opened = await visit(options)
      await signInUnseen(opened.page, givenName, path, strong === undefined ? {} : { strong })
      return opened
    },
    async close() {
      await (await browser)?.close()
      await app.close()
    },
  }
}
export type Product = Awaited<ReturnType<typeof startProduct>>
