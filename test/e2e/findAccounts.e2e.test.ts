import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvColumns } from '../../server/features/accounts/accounts/csvColumns.ts'
import { othersView } from '../../server/features/accounts/views/policy.ts'
import { accountsLabels, bulkLabels } from '../../web/features/accounts/accounts/labels.ts'
import { viewLabels } from '../../web/features/accounts/views/labels.ts'
import { accountFieldLabels } from '../../web/shared/accountFieldLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { nameOfAttempt, previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { accountCondition } from './accountCondition.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const names = (page: Page) => page.getByRole('grid', { name: accountsLabels.title }).getByRole('rowheader').allInnerTexts()
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const picker = (page: Page) => page.getByRole('button', { name: viewLabels.current })
const choose = async (page: Page, item: string | RegExp) => {
  await picker(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function filterBy(page: Page, ...conditions: string[]) {
  const filter = page.getByRole('combobox', { name: accountsLabels.filter })
  for (const condition of conditions) {
    const countBefore = await page.locator('[data-chip]').count()
    await filter.fill(condition)
    await filter.press('Enter')
    await until(async () => (await page.locator('[data-chip]').count()) > countBefore)
  }
}
const listExpectedNames = (start: string) =>
  product.company.accounts
    .filter(({ name, status, environment }) => status === 'active' && environment === 'production' && name.startsWith(start))
    .map(({ name }) => name)
    .sort()

it('finds accounts by two conditions and a misspelt word, and shares the view with the tower', async () => {
  const view = nameOfAttempt('Live checkout')
  const { page, browserErrors } = await product.visitAs('Daniel', '/app/accounts')
  await filterBy(page, accountCondition('status', 'active'), accountCondition('environment', 'production'), 'chekcout')
  expect(listExpectedNames('checkout-').length).toBeGreaterThan(3)
  await until(async () => {
    const visibleNames = await names(page)
    return visibleNames.length > 0 && listExpectedNames('checkout-').every((name) => visibleNames.includes(name))
  })
  await page.getByRole('columnheader', { name: accountFieldLabels.name }).getByRole('button').click()
  await until(async () => page.url().includes('sort=name'))
  await page.getByRole('button', { name: uiLabels.columns }).click()
  await page.getByRole('checkbox', { name: accountFieldLabels.family }).uncheck()
  await page.getByRole('checkbox', { name: accountFieldLabels.costCentre }).check()
  await page.keyboard.press('Escape')

  await choose(page, viewLabels.saveAs)
  await dialog(page).getByRole('button', { name: viewLabels.save }).click()
  await waitForText(page, viewLabels.nameMissing)
  await dialog(page).getByLabel(viewLabels.name).fill(view)
  await dialog(page).getByRole('button', { name: viewLabels.save }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `${viewLabels.current} ${view}` }).waitFor()

  const listedNames = await names(page)
  expect(listedNames.slice(0, 5).every((name) => name.startsWith('checkout'))).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: `${viewLabels.current} ${view}` }).waitFor()
  await until(async () => (await names(page)).join() === listedNames.join())
  expect(new URL(page.url()).searchParams.get('filter')).toBe('status==active;environment==production')

  const priya = await product.visitAs('Priya', new URL(page.url()).pathname + new URL(page.url()).search)
  await until(async () => (await names(priya.page)).join() === listedNames.join())
  await picker(priya.page).click()
  expect(await priya.page.getByRole('menuitem', { name: new RegExp(`^${view}(?!-)`) }).count()).toBe(0)
  await priya.page.keyboard.press('Escape')

  await choose(page, viewLabels.edit)
  await dialog(page).getByLabel(viewLabels.sharedWith).click()
  await page.getByRole('option', { name: viewLabels.everyoneIn('Commerce') }).click()
  await dialog(page).getByRole('button', { name: viewLabels.saveChanges }).click()
  await dialog(page).waitFor({ state: 'detached' })

  // Margaret leads the tower, so the shared view appears in her open list.
  const commerce = product.company.towers.find(({ name }) => name === 'Commerce')!
  const lead = product.company.personas.find(({ id }) => commerce.leadIds.includes(id))!
  const otherVisit = await product.visitAs(lead.givenName, '/app/accounts')
  await choose(otherVisit.page, new RegExp(`^${view}(?!-)`))
  await until(async () => (await names(otherVisit.page)).join() === listedNames.join())
  await picker(otherVisit.page).click()
  expect(await otherVisit.page.getByRole('menuitem', { name: viewLabels.edit }).textContent()).toContain(othersView)
  await otherVisit.page.keyboard.press('Escape')
  expect([...browserErrors, ...priya.browserErrors, ...otherVisit.browserErrors]).toEqual([])
})

it('opens the list with the default view, updates that view, and clears the default', async () => {
  const view = nameOfAttempt('Tier one')
  const { page, browserErrors } = await product.visitAs('Ravi', '/app/accounts')
  await filterBy(page, accountCondition('criticality', 'tier1'))
  await choose(page, viewLabels.saveAs)
  await dialog(page).getByLabel(viewLabels.name).fill(view)
  await dialog(page).getByRole('button', { name: viewLabels.save }).click()
  await page.getByRole('button', { name: `${viewLabels.current} ${view}` }).waitFor()
  await choose(page, viewLabels.setDefault)
  await waitForText(page, viewLabels.isDefault(view))

  await page.goto(`${product.url}/app/accounts`)
  await page.getByRole('button', { name: `${viewLabels.current} ${view}` }).waitFor()
  await until(async () => page.url().includes('criticality%3D%3Dtier1'))
  await filterBy(page, accountCondition('environment', 'test'))
  await page.getByRole('button', { name: `${viewLabels.update} ${viewLabels.changesTo(view)}` }).click()
  await waitForText(page, viewLabels.updated(view))

  await choose(page, viewLabels.all)
  await page.getByRole('button', { name: `${viewLabels.current} ${viewLabels.all}` }).waitFor()
  await until(async () => page.url().endsWith('view=all'))
  await choose(page, new RegExp(`^${view}(?!-)`))
  await until(async () => page.url().includes('environment%3D%3Dtest'))
  await choose(page, viewLabels.openDelete)
  await dialog(page).getByRole('button', { name: viewLabels.delete }).click()
  await page.getByRole('button', { name: `${viewLabels.current} ${viewLabels.unsaved}` }).waitFor()
  expect(browserErrors).toEqual([])
})

it('exports the displayed list as CSV', async () => {
  const { page, browserErrors } = await product.visitAs('Grace', '/app/accounts')
  await filterBy(page, accountCondition('status', 'active'), accountCondition('environment', 'production'))
  await until(async () => page.url().includes('filter='))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: accountsLabels.exportCsv }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  const [header, ...lines] = text.slice(1).trimEnd().split('\r\n')
  const headers = header!.split(',')
  const headersOf = (...columns: string[]) => columns.flatMap((column) => csvColumns[column]!.headers)
  expect([text.codePointAt(0), headers.slice(0, 2), headers.slice(-3)]).toEqual([
    0xfeff,
    headersOf('name', 'status'),
    headersOf('owners', 'budget'),
  ])
  expect(lines.map((line) => line.split(',')[0])).toEqual(listExpectedNames(''))
  await waitForText(page, accountsLabels.exported(lines.length))
  expect(browserErrors).toEqual([])
})

it('changes many accounts after a preview that lists the exceptions', async () => {
  const costCentre = `CC-77${80 + previousAttempts()}`
  const { page, browserErrors } = await product.visitAs('Daniel', '/app/accounts?q=checkout-basket')
  const basketAccounts = product.company.accounts.filter(({ name }) => name.includes('checkout-basket'))
  const ownAccounts = basketAccounts.filter(
    ({ ownerIds, status }) => ownerIds.includes(product.persona('Daniel').id) && status === 'active',
  )
  await page
    .getByRole('row', { name: /checkout-basket/ })
    .first()
    .getByRole('checkbox')
    .check()
  const remaining = page.getByRole('button', { name: bulkLabels.selectAll })
  if (await remaining.count()) await remaining.click()
  await waitForText(
    page,
    uiLabels.selected(String(Number(await page.getByRole('grid', { name: accountsLabels.title }).getAttribute('aria-rowcount')) - 1)),
  )
  await page.getByRole('button', { name: bulkLabels.change }).click()
  await dialog(page).getByLabel(accountFieldLabels.costCentre).fill(costCentre)
  await dialog(page).getByRole('button', { name: bulkLabels.check }).click()
  await dialog(page)
    .getByRole('button', { name: bulkLabels.confirm(ownAccounts.length), exact: true })
    .click()
  await dialog(page).getByRole('button', { name: bulkLabels.done }).click()
  const changedAccounts = await product.db.selectFrom('accounts').select('id').where('cost_centre', '=', costCentre).execute()
  expect(changedAccounts.map(({ id }) => id).sort()).toEqual(ownAccounts.map(({ id }) => id).sort())
  expect(browserErrors).toEqual([])
})

it('opens an account by keyboard, despite typing errors', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: uiLabels.palette }).waitFor()
  await page.keyboard.type('chekcout baskte prod')
  // Results for the first letters stay visible for a moment.
  const firstOption = page.getByRole('option').first()
  await firstOption.filter({ hasText: /^checkout-basket-prod/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'checkout-basket-prod' }).waitFor()
  expect(browserErrors).toEqual([])
})
