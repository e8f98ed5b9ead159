import { readdirSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishChange } from '../../server/workflows/changes.ts'
import { rolesPageLabels } from '../../web/features/access/pim/labels.ts'
import { accountActionLabels } from '../../web/features/accounts/accounts/labels.ts'
import { homeSubjects } from '../../web/features/platform/home/homeLabels.ts'
import { notificationLabels } from '../../web/features/platform/notifications/labels.ts'
import { rolloutFormSubject } from '../../web/features/services/edge/labels.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { newRequest } from '../newRequest.ts'
import { until } from '../until.ts'
import { fitsWidth320, violationsOn } from './barriers.ts'
import { acceptedPictures, comparePicture } from './pictures.ts'
import { type Product, startProduct, type Visit } from './product.ts'

/**
 * All screens and states, each as a person who sees most of its content, or without a sign-in. `:account` and similar are placeholders for
 * IDs.
 */
const screens: [who: string, address: string][] = [
  ['Priya', '/'],
  ...['', '?step=platform', '?step=people', '?step=review'].map((step): [string, string] => ['Priya', `/accounts/request${step}`]),
  ['Priya', '/requests'],
  ['Priya', '/requests?show=all'],
  ['Priya', '/requests/:request'],
  ['Priya', '/towers'],
  ['Priya', '/nowhere'],
  ['Ravi', '/'],
  ['Ravi', '/approvals'],
  ['Ravi', '/approvals?id=:approval'],
  ['Daniel', '/accounts'],
  ['Daniel', '/accounts?filter=owner==:daniel;status==active&q=chekcout'],
  ['Daniel', '/accounts?q=nothing-is-called-so'],
  ['Daniel', '/accounts?filter=(status==active;region==uksouth),name==x'],
  ['Daniel', '/accounts/:account'],
  ['Daniel', '/accounts/:account?tab=resources'],
  ['Daniel', '/accounts/:account?tab=network'],
  ['Daniel', '/accounts/:account?tab=protection'],
  ['Daniel', '/accounts/:account?tab=security'],
  ['Daniel', '/accounts/:account?tab=cost'],
  ['Daniel', '/accounts/:account?tab=access'],
  ['Daniel', '/accounts/:account?tab=incidents'],
  ['Daniel', '/accounts/:account?tab=activity'],
  ['Daniel', '/accounts/:strangers'],
  ['Daniel', '/accounts/:strangers?tab=resources'],
  ['Daniel', '/accounts/:strangers?tab=access'],
  ['Daniel', '/accounts/00000000-0000-4000-8000-000000000000'],
  ['Daniel', '/access'],
  ['Daniel', '/access/find'],
  ['Daniel', '/access/find?q=deploy to checkout test'],
  ['Daniel', '/access/groups/:group'],
  ['Daniel', '/access/roles'],
  ['Daniel', '/access/requests'],
  ['Daniel', '/access/drift'],
  ['Daniel', '/access/reviews'],
  ['Daniel', '/access/reviews/new'],
  ['Daniel', '/access/emergency'],
  ['Daniel', '/work'],
  ['Niamh', '/'],
  ['Niamh', '/towers'],
  ['Niamh', '/families?q=check'],
  ['Niamh', '/accounts/ownership'],
  ['Niamh', '/work'],
  ['Niamh', '/work/stuck'],
  ['Niamh', '/estate'],
  ['Niamh', '/estate/access'],
  ['Daniel', '/estate'],
  ['Niamh', '/reference'],
  ['Niamh', '/reference?operation=createTower'],
  ['nobody', '/'],
  ['nobody', '/signed-out'],
  ['nobody', '/signed-out?reason=disabled'],
]
/** Each theme and each width is checked once, because colours don’t depend on the width, nor the layout on the theme. */
const variants = [
  ['light', 1440],
  ['dark', 390],
] as const

let product: Product
const ids: Record<string, string> = {}
const visits = new Map<string, Visit>()

beforeAll(async () => {
  product = await startProduct()
  const response = await product
    .as(product.persona('Priya').id)
    .post('/account-requests', newRequest(product, { name: 'screens-trial-dev' }))
  const { id: request, approvals } = response.body as { id: string; approvals: { id: string }[] }
  const findAccountId = (name: string) => product.company.accounts.find((account) => account.name === name)!.id
  Object.assign(ids, { request, approval: approvals[0]!.id, daniel: product.persona('Daniel').id })
  Object.assign(ids, { account: findAccountId('checkout-basket-prod'), strangers: findAccountId('aks-cluster-lab-prod') })
  const groups = await product.as(product.persona('Daniel').id).get(`/accounts/${ids['account']}/groups`)
  Object.assign(ids, { group: (groups.body as { id: string }[])[0]!.id })
})
afterAll(() => product?.close())

async function open(personaName: string, address: string): Promise<Visit> {
  const visit = visits.get(personaName) ?? (personaName === 'nobody' ? await product.visit() : await product.visitAs(personaName))
  visits.set(personaName, visit)
  await visit.page.goto(`${product.url}/app${address.replace(/:(\w+)/g, (_, name: string) => ids[name]!)}`)
  await waitUntilLoaded(visit.page)
  return visit
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () => !document.querySelector('.skeleton, [aria-busy=true]') && document.querySelector('h1')?.textContent !== 'Loading',
  )
}

async function listViolations(page: Page): Promise<string[]> {
  return (await violationsOn(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** The simulated findings, costs and log entries of these screens differ from day to day. */
const withoutPicture = ['resources', 'security', 'cost'].map((tab) => `/accounts/:account?tab=${tab}`)

function pictureName(personaName: string, address: string, width: number): string {
  const name = `${personaName} ${address}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
  return `${name}-${width}`
}

it('has no accepted picture of a screen that isn’t opened', () => {
  const expected = screens
    .filter(([, address]) => !withoutPicture.includes(address))
    .flatMap(([personaName, address]) => variants.map(([, width]) => `${pictureName(personaName, address, width)}.png`))
  expect(readdirSync(acceptedPictures).sort()).toEqual(expected.sort())
})

it.each(screens)('shows %s %s without violations, sideways scrolling or console errors', async (personaName, address) => {
  const { page, browserErrors } = await open(personaName, address)
  const matches: string[] = []
  for (const [colorScheme, width] of variants) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await waitUntilLoaded(page)
    matches.push(...(await listViolations(page)).map((violation) => `${colorScheme} ${width} ${violation}`))
    const difference = withoutPicture.includes(address) ? undefined : await comparePicture(page, pictureName(personaName, address, width))
    if (difference) matches.push(`${colorScheme} ${width} ${difference}`)
  }
  if (!(await fitsWidth320(page))) matches.push('scrolls sideways at 320')
  expect([...matches, ...browserErrors.splice(0)]).toEqual([])
})

it.each([
  [accountActionLabels.edit],
  [accountActionLabels.editOwners],
  [notificationLabels.title],
  [shellLabels.search],
  [shellLabels.menu],
])('opens “%s” on a phone without violations', async (button) => {
  const { page, browserErrors } = await open('Daniel', '/accounts/:account')
  await page.setViewportSize({ width: 390, height: 900 })
  await page
    .getByRole('button', { name: new RegExp(`^${button}`) })
    .first()
    .click()
  const dialog = page.locator('[role=dialog]:not([data-type])')
  await dialog.waitFor()
  await waitUntilLoaded(page)
  expect(await listViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(browserErrors.splice(0)).toEqual([])
})

it('names the content that failed to load, and can load it again', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/me/sessions')
  const failedResponse = { status: 500, json: { code: 'internal', message: 'Something went wrong here.' } }
  for (const [call, address, text] of [
    ['/notifications', '/', uiLabels.loadFailed(homeSubjects.notifications)],
    ['/account-approvals/my-requests-pending-approval', '/', uiLabels.loadFailed(homeSubjects.requests)],
    ['/sandboxes/mySandboxes', '/', uiLabels.loadFailed(homeSubjects.sandboxes)],
    ['/pim/activations', '/', uiLabels.loadFailed(rolesPageLabels.activeSubject)],
    ['/edge/rollouts', '/edge/rollouts/new', uiLabels.loadFailed(rolloutFormSubject)],
    ['/towers', '/accounts/request', uiLabels.optionsFailed],
  ] as const) {
    const calls = (url: URL) => url.pathname === call
    await page.route(calls, (route) => route.fulfill(failedResponse))
    await page.goto(`${product.url}/app${address}`)
    await page.getByText(text).waitFor()
    await page.unroute(calls)
    await page.getByRole('button', { name: uiLabels.retry }).first().click()
    await page.getByText(text).waitFor({ state: 'detached' })
  }
  expect(browserErrors).toEqual([])
  await page.context().close()
})

it('fetches each URL once, includes changes made in the meantime, and fetches again after a reconnect', async () => {
  const { page } = await product.visit()
  const response = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'fetch' && !pathname.startsWith('/app/')) response.set(pathname, (response.get(pathname) ?? 0) + 1)
  })
  const upcomingPromise = Promise.withResolvers<Route>()
  await page.route('**/events', (route) => upcomingPromise.resolve(route), { times: 1 })
  await product.signInUnseen(page, 'Priya')
  await waitUntilLoaded(page)
  const connection = await upcomingPromise.promise
  await publishChange(product.db, { kind: 'notification', id: 'unheard', people: [product.persona('Priya').id] })
  await connection.continue()
  await until(() => response.get('/notifications') === 2)
  response.delete('/notifications')
  expect(Object.fromEntries([...response].filter(([, times]) => times > 1))).toEqual({})

  await page.context().setOffline(true)
  await page.getByText(shellLabels.offline).waitFor()
  await page.context().setOffline(false)
  await page.getByText(shellLabels.offline).waitFor({ state: 'detached' })
  await until(() => response.has('/notifications') && [...response.values()].some((times) => times > 1))
  await page.context().close()
})

it('shows a lost connection even if the first connection fails', async () => {
  const { page } = await product.visit()
  const upcomingPromise = Promise.withResolvers<Route>()
  await page.route('**/events', (route) => upcomingPromise.resolve(route), { times: 1 })
  await product.signIn(page, 'Priya')
  const connection = await upcomingPromise.promise
  // Simulates a laptop that leaves the network: the event fires, the open request still completes, and later requests fail.
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await connection.continue()
  await page.getByText(shellLabels.offline).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText(shellLabels.offline).waitFor({ state: 'detached' })
  await page.context().close()
})
