import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountTabLabels } from '../../web/features/accounts/accounts/labels.ts'
import { inboxLabels } from '../../web/features/approvals/inbox/labels.ts'
import { reassignmentLabels } from '../../web/features/approvals/reassignment/labels.ts'
import { sessionLabels } from '../../web/features/platform/session/labels.ts'
import { reasonField } from '../../web/shared/formLabels.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { newRequest } from '../newRequest.ts'
import { coveredByToast, toastOf } from './coveredByToast.ts'
import { emptyInbox } from './emptyInbox.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  await emptyInbox(product, 'Ravi')
  const response = await product.as(product.persona('Priya').id).post('/account-requests', newRequest(product, { name: 'checkout-toasts' }))
  expect(response.status).toBe(201)
})
afterAll(() => product?.close())

/** A failed sign-out shows a toast on every page; it stays until it is dismissed. */
async function showToast(page: Page): Promise<void> {
  await page.route('**/auth/logout', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: shellLabels.account('') }).click()
  await page.getByRole('menuitem', { name: sessionLabels.signOut }).click()
  await toastOf(page).waitFor()
}

const positions = ['top', 'middle', 'bottom'] as const
async function coveredEverywhere(page: Page): Promise<string[]> {
  const covered = []
  for (const place of positions) {
    await page.evaluate((to) => {
      const { scrollHeight } = document.documentElement
      scrollTo(0, to === 'top' ? 0 : to === 'middle' ? scrollHeight / 2 : scrollHeight)
    }, place)
    covered.push(...(await coveredByToast(page)).map((control) => `${place}: ${control}`))
  }
  return covered
}

const owned = () => product.company.accounts.find(({ environment, status }) => environment === 'development' && status === 'active')!
const selectResource = async (page: Page) => {
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('region', { name: accountTabLabels.selectedResources }).waitFor()
}
const screens: [name: string, person: string, address: () => string, prepare?: (page: Page) => Promise<unknown>][] = [
  ['inbox', 'Ravi', () => '/approvals', (page) => page.getByText('checkout-toasts').first().click()],
  ['account request', 'Priya', () => '/accounts/request'],
  ['sandbox request', 'Priya', () => '/sandboxes/request'],
  ['sandbox template', 'Niamh', () => '/admin/sandboxes/templates/new'],
  ['accounts', 'Niamh', () => '/accounts'],
  ['resources', 'Niamh', () => `/accounts/${owned().id}?tab=resources`, selectResource],
]

it.each(screens)('doesn’t cover controls of the screen: %s', async (_, person, address, prepare) => {
  const { page, browserErrors } = await product.visitAs(person, `/app${address()}`)
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 })
    if (width === 1440) await prepare?.(page)
    await showToast(page)
    expect(await coveredEverywhere(page)).toEqual([])
    await toastOf(page).getByLabel(uiLabels.dismiss).click()
    await toastOf(page).waitFor({ state: 'detached' })
  }
  expect(browserErrors).toEqual([])
})

it('doesn’t cover controls of a dialog, a drawer, the search or the menu', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/catalogue')
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await showToast(page)
    const layers = [
      () => page.keyboard.press('?'),
      () => page.keyboard.press('Control+k'),
      () => page.locator('main a[href*="item="]').first().click(),
    ]
    if (width === 390) layers.push(() => page.getByRole('button', { name: shellLabels.menu, exact: true }).click())
    for (const open of layers) {
      await open()
      await page.locator('[role=dialog]:not([data-type])').first().waitFor()
      expect(await coveredByToast(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog]:not([data-type])').waitFor({ state: 'detached' })
    }
    await toastOf(page).getByLabel(uiLabels.dismiss).click()
  }
  expect(browserErrors).toEqual([])
})

it('shows one toast at a time, counts the others, and dismisses each with F6 and Escape', async () => {
  const { page, browserErrors } = await product.visitAs('Priya', '/app/')
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  for (let n = 0; n < 3; n++) await showToast(page)
  await expect.poll(() => toastOf(page).count()).toBe(1)
  await toastOf(page).getByText(uiLabels.moreToasts(2)).waitFor()
  for (let n = 0; n < 3; n++) {
    await page.keyboard.press('F6')
    await page.keyboard.press('Escape')
  }
  await toastOf(page).waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it('disappears without moving a page that was scrolled', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/accounts', { viewport: { width: 390, height: 700 } })
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await showToast(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await toastOf(page).getByLabel(uiLabels.dismiss).click()
  await toastOf(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => [scrollY, document.documentElement.dataset.toast])).toEqual([300, undefined])
  expect(browserErrors).toEqual([])
})

it('stays while the pointer is on it, and undoes a reassignment', async () => {
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/approvals')
  await page.clock.install()
  await page.reload()
  await page.getByRole('button', { name: inboxLabels.reassign }).click()
  await page.getByLabel(reassignmentLabels.to).fill('Margaret')
  await page.getByRole('option', { name: /Margaret/ }).click()
  await page.getByRole('textbox', { name: reasonField.label }).fill('She knows the budget.')
  await page.getByRole('button', { name: reassignmentLabels.submit('Margaret') }).click()
  const reassigned = () => product.db.selectFrom('approval_reassignments').select('receiver_id').where('ended_at', 'is', null).execute()
  await toastOf(page).hover()
  await page.clock.fastForward(30_000)
  expect(await reassigned()).toHaveLength(1)
  expect(await coveredByToast(page)).toEqual([])
  await toastOf(page).getByRole('button', { name: uiLabels.undo }).click()
  await expect.poll(async () => (await reassigned()).length).toBe(0)
  await page.getByText(inboxLabels.none).waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})
