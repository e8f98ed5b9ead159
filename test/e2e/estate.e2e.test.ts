import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSandbox } from '../../server/features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { accountsLabels } from '../../web/features/accounts/accounts/labels.ts'
import { bandLabels, costLabels, estateLabels, sandboxesLabels } from '../../web/features/platform/estate/estateLabels.ts'
import { paths } from '../../web/paths.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
  const month = new Date().toISOString().slice(0, 7)
  const accounts = product.company.accounts.filter(({ status }) => status === 'active')
  const costs = accounts.slice(0, 40).map(({ id, budget }) => ({
    account_id: id,
    month,
    currency: 'GBP',
    spent: budget.amount,
    forecast: budget.amount * 2,
    read_at: new Date(),
  }))
  await product.db.insertInto('account_costs').values(costs).execute()
  const health = accounts
    .slice(0, 6)
    .map(({ id }, index) => ({ account_id: id, score: 60 + index * 8, known: 100, parts: '[]', checked_at: new Date() }))
  await product.db.insertInto('account_health').values(health).execute()
  const owners = [product.persona('Daniel').id]
  for (const [name, days] of [
    ['estate-lasting', 5],
    ['estate-ending', 1],
  ] as const)
    await makeSandbox(product.db, { name, owners, lease_end: new Date(Date.now() + days * 86_400_000) })
})
afterAll(() => product?.close())

const totalOf = async (page: Page, list: string) =>
  Number(await page.getByRole('grid', { name: list, exact: true }).and(page.locator('[aria-busy=false]')).getAttribute('aria-rowcount')) - 1
const numberIn = (name: string) => Number(name.replace(/\D/g, ''))

it('is found by its name, and opens exactly the rows of each number', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: uiLabels.palette }).fill(estateLabels.title)
  await page.getByRole('option', { name: estateLabels.title }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: estateLabels.title }).waitFor()
  for (const { label } of [bandLabels.poor, bandLabels.attention]) {
    const link = page.getByRole('link', { name: new RegExp(`^${label}: `) })
    const shown = numberIn((await link.getAttribute('aria-label'))!)
    await link.press('Enter')
    await page.waitForURL((url) => url.href.includes(`${paths.accounts()}?`))
    expect([label, await totalOf(page, accountsLabels.title)]).toEqual([label, shown])
    await page.goBack()
  }
  await page
    .getByRole('list', { name: estateLabels.key })
    .getByRole('link', { name: new RegExp(`^${estateLabels.endingAccess}`) })
    .click()
  await page.getByRole('heading', { level: 1, name: estateLabels.endingAccess }).waitFor()
  expect(browserErrors).toEqual([])
  await page.context().close()
})

it('counts sandboxes that end soon as active ones, and opens them all', async () => {
  const { page } = await product.visitAs('Niamh', paths.estate())
  const tile = page.getByRole('list', { name: estateLabels.key }).getByRole('link', { name: new RegExp(`^${estateLabels.sandboxes}`) })
  expect(await tile.innerText()).toContain(estateLabels.endingSandboxes(1))
  await tile.click()
  await page.waitForURL((url) => url.href.includes(`${paths.allSandboxes()}?`))
  expect(await totalOf(page, sandboxesLabels.title)).toBe(2)
  await page.context().close()
})

it('shows the costs as a table by keyboard, with unknown months marked as unknown', async () => {
  const { page } = await product.visitAs('Grace', '/app/estate')
  await page.getByRole('button', { name: costLabels.asTable }).press('Enter')
  const table = page.getByRole('region', { name: costLabels.title }).getByRole('table').last()
  expect(await table.getByRole('row').count()).toBe(13)
  const [first, last] = [table.getByRole('row').nth(1), table.getByRole('row').nth(12)]
  expect(await first.getByText(uiLabels.unknown).count()).toBe((await first.getByRole('cell').count()) - 1)
  expect(await last.innerText()).toContain('£')
  await page.context().close()
})

it('has no accessibility violations in both themes and widths', async () => {
  const { page, browserErrors } = await product.visitAs('Grace', '/app/me/sessions')
  const url = `${product.url}${paths.estate()}`
  expect([...(await violationsAt(page, url, 'light', 1440)), ...(await violationsAt(page, url, 'dark', 390))]).toEqual([])
  expect(browserErrors).toEqual([])
  await page.context().close()
})

it('shows that loading failed, retries, and denies other people access', async () => {
  const { page } = await product.visitAs('Niamh', '/app/me/sessions')
  const calls = (url: URL) => url.pathname === '/estate'
  await page.route(calls, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong here.' } }))
  await page.goto(`${product.url}${paths.estate()}`)
  await page.getByText(uiLabels.loadFailed(estateLabels.subject)).waitFor()
  await page.unroute(calls)
  await page.getByRole('button', { name: uiLabels.retry }).click()
  await page.getByRole('list', { name: estateLabels.key }).waitFor()
  await page.context().close()
  const other = await product.visitAs('Tomasz', paths.estate())
  await other.page.getByText(estateLabels.denied).waitFor()
  await other.page.context().close()
})
