import { fileURLToPath } from 'node:url'
import type { APIResponse, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { buildWeb } from '../../scripts/webBuild.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { freePort } from '../freePort.ts'
import { maxWaitMs } from '../until.ts'
import { sharedBrowser } from './browser.ts'
import { describeFailure } from './describeFailure.ts'

export type BrowserErrors = string[]

export interface Visit {
  page: Page
  browserErrors: BrowserErrors
}

export const startProduct = () => startProductWith(startTestApp)

/** Starts the product with another kind of server, such as one whose clock the test moves; sessions then expire with it. */
export async function startProductWith<A extends TestApp>(startApp: (options: { publicUrl: string }) => Promise<A>) {
  await buildWeb(fileURLToPath(new URL('../..', import.meta.url)))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const app = await startApp({ publicUrl: url })
  await app.app.listen({ host: '127.0.0.1', port })
  const contexts: BrowserContext[] = []

  /** Opens a page in its own browser context, and therefore with its own session. It closes with the product. */
  async function openPage(options: BrowserContextOptions = {}): Promise<Visit> {
    const browser = await sharedBrowser()
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      ...options,
    })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(maxWaitMs)
    describeFailure(page)
    const browserErrors: BrowserErrors = []
    page.on('pageerror', (error) => browserErrors.push(String(error)))
    page.on('console', (message) => {
      // A rejected request that the screen explains isn’t an error of the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) browserErrors.push(message.text())
    })
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      ),
    )
    return { page, browserErrors }
  }

  async function signIn(page: Page, givenName: string, path = '/app/'): Promise<void> {
    const person = app.persona(givenName)
    await page.goto(url + path)
    await page.getByRole('link', { name: shellLabels.signIn }).click()
    await page.getByRole('button', { name: person.displayName }).click()
    await page.waitForURL((address) => address.href === url + path)
    await page.locator('h1').first().waitFor()
  }

  /** Signs in by the same requests without rendering pages, because few journeys are about signing in. */
  async function signInWithoutVisit(
    page: Page,
    givenName: string,
    path = '/app/',
    { strong = true }: { strong?: boolean } = {},
  ): Promise<void> {
    const { request } = page.context()
    const followRedirects = async (response: APIResponse) => {
      const { location } = response.headers()
      if (!location) throw new Error(`Signing in stopped at ${response.url()}: ${response.status()} ${await response.text()}`)
      return new URL(location, response.url())
    }
    const authorize = await followRedirects(await request.get(`${url}/auth/login?returnTo=/app/`, { maxRedirects: 0 }))
    const { context } = app.config.stepUp
    // The sign-in has a second factor unless the journey is about the prompt for it.
    const stepUpParameters: Record<string, string> = strong
      ? { claims: JSON.stringify({ id_token: { acrs: { essential: true, value: context } } }), approve: 'yes' }
      : {}
    const form = { ...Object.fromEntries(authorize.searchParams), oid: app.persona(givenName).id, ...stepUpParameters }
    const callback = await followRedirects(await request.post(authorize.origin + authorize.pathname, { form, maxRedirects: 0 }))
    await followRedirects(await request.get(callback.href, { maxRedirects: 0 }))
    await page.goto(url + path)
    await page.locator('h1').first().waitFor()
  }

  return {
    ...app,
    url,
    visit: openPage,
    signIn,
    signInUnseen: signInWithoutVisit,
    async visitAs(
      givenName: string,
      path?: string,
      { strong, ...options }: BrowserContextOptions & { strong?: boolean } = {},
    ): Promise<Visit> {
      const openedVisit = await openPage(options)
      await signInWithoutVisit(openedVisit.page, givenName, path, strong === undefined ? {} : { strong })
      return openedVisit
    },
    /** Closes the open pages. Otherwise, they would reload their data after each change, and count against the rate limit of their person. */
    async closePages() {
      await Promise.all(contexts.splice(0).map((context) => context.close()))
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      await app.close()
    },
  }
}
export type Product = Awaited<ReturnType<typeof startProduct>>
