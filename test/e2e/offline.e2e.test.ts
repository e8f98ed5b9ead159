import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalogueLabels } from '../../web/features/accounts/catalogue/labels.ts'
import { createLabels, teamLabels } from '../../web/features/accounts/towers/labels.ts'
import { sessionLabels } from '../../web/features/platform/session/labels.ts'
import { screens } from '../../web/features/platform/session/screens.ts'
import { paths } from '../../web/paths.ts'
import { chunkFailureLabels } from '../../web/shell/labels.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { nameOfAttempt, previousAttempts } from '../previousAttempts.ts'
import { coveredByToast, toastOf } from './coveredByToast.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const catalogueScreen = screens.find(({ href }) => href === paths.catalogue())!

it.each([1440, 390])(
  'keeps the frame visible offline, and opens the screen when the connection is back, at a width of %d',
  async (width) => {
    const { page, browserErrors } = await product.visitAs('Niamh', '/app/accounts', { viewport: { width, height: 800 } })
    await page.waitForFunction(() => !document.querySelector('.skeleton'))
    if (width === 390) await page.getByRole('button', { name: shellLabels.menu, exact: true }).click()
    await page.context().setOffline(true)
    await page.getByRole('navigation', { name: shellLabels.main }).getByRole('link', { name: catalogueScreen.label }).click()
    await page.getByText(shellLabels.screenMissing).waitFor()
    await page.getByText(chunkFailureLabels.unreachable).waitFor()
    expect(await page.getByRole('banner').isVisible()).toBe(true)
    await page.getByRole('button', { name: uiLabels.retry }).click()
    await page.getByText(shellLabels.screenMissing).waitFor()

    await page.context().setOffline(false)
    await page.getByRole('heading', { name: catalogueLabels.title, level: 1 }).waitFor()
    await page.getByText(chunkFailureLabels.unreachable).waitFor({ state: 'detached' })
    expect(browserErrors).toEqual([])
  },
)

it('keeps the offline banner in view while the page scrolls', async () => {
  const { page } = await product.visitAs('Niamh', '/app/accounts', { viewport: { width: 390, height: 700 } })
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  await page.context().setOffline(true)
  const banner = page.getByText(shellLabels.offline)
  await banner.waitFor()
  await page.evaluate(() => scrollTo(0, 400))
  const { top, bottom } = await banner.evaluate((element) => element.getBoundingClientRect())
  expect([top > 0, bottom < 200]).toEqual([true, true])
  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })
})

it('says that a request whose response was lost succeeded, and opens its record', async () => {
  const name = nameOfAttempt('Harbour')
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/towers')
  let isLost = false
  await page.route('**/towers', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: createLabels.tower }).click()
  const form = page.getByRole('dialog', { name: createLabels.tower })
  await form.getByRole('textbox', { name: teamLabels.name }).fill(name)
  await form.getByRole('textbox', { name: teamLabels.code }).fill(['HARB', 'HARC', 'HARD'][previousAttempts()]!)
  await form.getByRole('combobox', { name: teamLabels.leads }).fill('Margaret')
  await page.getByRole('option', { name: /Margaret/ }).click()
  await form.getByRole('button', { name: createLabels.tower }).click()
  await toastOf(page).getByText(sessionLabels.submitted).waitFor()
  expect(await coveredByToast(page)).toEqual([])
  const towers = await product.db.selectFrom('towers').select('id').where('name', '=', name).execute()
  expect([isLost, towers.length]).toEqual([true, 1])
  await toastOf(page).getByRole('button', { name: sessionLabels.open }).click()
  await page.waitForURL((address) => address.searchParams.get('id') === towers[0]!.id)
  expect(browserErrors).toEqual([])
})
