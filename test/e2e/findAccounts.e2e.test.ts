import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { earlierTries, nameOfThisTry } from '../earlierTries.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const names = (page: Page) => page.getByRole('grid', { name: 'Accounts' }).getByRole('rowheader').allInnerTexts()
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const picker = (page: Page) => page.getByRole('button', { name: /^View:/ })
const choose = async (page: Page, item: string | RegExp) => {
  await picker(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function filterBy(page: Page, ...conditions: string[]) {
  const filter = page.getByRole('combobox', { name: 'Filter accounts' })
  for (const condition of conditions) {
    const before = await page.locator('[data-chip]').count()
    await filter.fill(condition)
    await filter.press('Enter')
    await until(async () => (await page.locator('[data-chip]').count()) > before)
  }
}
const wanted = (start: string) =>
  product.company.accounts
    .filter(({ name, status, environment }) => status === 'active' && environment === 'production' && name.startsWith(start))
    .map(({ name }) => name)
    .sort()

it('finds an account by two conditions and a typing error, and shares that as a view with the tower', async () => {
  const view = nameOfThisTry('Live checkout')
  const { page, complaints } = await product.visitAs('Daniel', '/app/accounts')
  await filterBy(page, 'Status = Active', 'Environment = Production', 'chekcout')
  expect(wanted('checkout-').length).toBeGreaterThan(3)
  await until(async () => {
    const shown = await names(page)
    return shown.length > 0 && wanted('checkout-').every((name) => shown.includes(name))
  })
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await until(async () => page.url().includes('sort=name'))
  await page.getByRole('button', { name: 'Columns and density' }).click()
  await page.getByRole('checkbox', { name: 'Family' }).uncheck()
  await page.getByRole('checkbox', { name: 'Cost centre' }).check()
  await page.keyboard.press('Escape')

  await choose(page, 'Save as a new view…')
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await waitForText(page, 'Enter a name.')
  await dialog(page).getByLabel('Name').fill(view)
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `View: ${view}` }).waitFor()

  const seen = await names(page)
  expect(seen.slice(0, 5).every((name) => name.startsWith('checkout'))).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: `View: ${view}` }).waitFor()
  await until(async () => (await names(page)).join() === seen.join())
  expect(new URL(page.url()).searchParams.get('filter')).toBe('status==active;environment==production')

  // Another person who opens the address sees the same rows although the view isn’t shared.
  const priya = await product.visitAs('Priya', new URL(page.url()).pathname + new URL(page.url()).search)
  await until(async () => (await names(priya.page)).join() === seen.join())
  await picker(priya.page).click()
  expect(await priya.page.getByRole('menuitem', { name: new RegExp(`^${view}(?!-)`) }).count()).toBe(0)
  await priya.page.keyboard.press('Escape')

  await choose(page, 'Rename or share…')
  await dialog(page).getByLabel('Shared with').click()
  await page.getByRole('option', { name: /^Everyone in Commerce/ }).click()
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await dialog(page).waitFor({ state: 'detached' })

  // Margaret leads the tower, so the shared view appears in her open list.
  const commerce = product.company.towers.find(({ name }) => name === 'Commerce')!
  const lead = product.company.personas.find(({ id }) => commerce.leadIds.includes(id))!
  const other = await product.visitAs(lead.givenName, '/app/accounts')
  await choose(other.page, new RegExp(`^${view}(?!-)`))
  await until(async () => (await names(other.page)).join() === seen.join())
  await picker(other.page).click()
  expect(await other.page.getByRole('menuitem', { name: /^Rename or share/ }).textContent()).toContain(
    'Only the creator and administrators can change this view',
  )
  await other.page.keyboard.press('Escape')
  expect([...complaints, ...priya.complaints, ...other.complaints]).toEqual([])
})

it('opens the list with the default view, updates that view, and clears the default', async () => {
  const view = nameOfThisTry('Tier one')
  const { page, complaints } = await product.visitAs('Ravi', '/app/accounts')
  await filterBy(page, 'Criticality = Tier 1')
  await choose(page, 'Save as a new view…')
  await dialog(page).getByLabel('Name').fill(view)
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: `View: ${view}` }).waitFor()
  await choose(page, 'Set as default view')
  await waitForText(page, `${view} is now the default view`)

  await page.goto(`${product.url}/app/accounts`)
  await page.getByRole('button', { name: `View: ${view}` }).waitFor()
  await until(async () => page.url().includes('criticality%3D%3Dtier1'))
  await filterBy(page, 'Environment = Test')
  await page.getByRole('button', { name: `Save the changes to ${view}` }).click()
  await waitForText(page, `${view} updated`)

  await choose(page, 'All accounts')
  await page.getByRole('button', { name: 'View: All accounts' }).waitFor()
  await until(async () => page.url().endsWith('view=all'))
  await choose(page, new RegExp(`^${view}(?!-)`))
  await until(async () => page.url().includes('environment%3D%3Dtest'))
  await choose(page, 'Delete…')
  await dialog(page).getByRole('button', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'View: All accounts' }).waitFor()
  expect(complaints).toEqual([])
})

it('exports the shown list as CSV', async () => {
  const { page, complaints } = await product.visitAs('Grace', '/app/accounts')
  await filterBy(page, 'Status = Active', 'Environment = Production')
  await until(async () => page.url().includes('filter='))
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  expect(download.suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  const [header, ...lines] = text.slice(1).trimEnd().split('\r\n')
  expect([text.codePointAt(0), header]).toEqual([0xfeff, expect.stringMatching(/^Name,Status,.*\bOwners,Monthly budget,Currency$/)])
  expect(lines.map((line) => line.split(',')[0])).toEqual(wanted(''))
  await waitForText(page, `${new Intl.NumberFormat('en-GB').format(lines.length)} accounts exported`)
  expect(complaints).toEqual([])
})

it('changes many accounts after a dry run that names the exceptions', async () => {
  const costCentre = `CC-77${80 + earlierTries()}`
  const { page, complaints } = await product.visitAs('Daniel', '/app/accounts?q=checkout-basket')
  const all = product.company.accounts.filter(({ name }) => name.includes('checkout-basket'))
  const mine = all.filter(({ ownerIds, status }) => ownerIds.includes(product.persona('Daniel').id) && status === 'active')
  await page
    .getByRole('checkbox', { name: /^Select checkout-basket/ })
    .first()
    .check()
  const rest = page.getByRole('button', { name: /^Select all/ })
  if (await rest.count()) await rest.click()
  await waitForText(page, /^\d+ selected$/)
  await page.getByRole('button', { name: 'Change…' }).click()
  await dialog(page).getByLabel('Cost centre').fill(costCentre)
  await dialog(page).getByRole('button', { name: 'Check accounts first' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Change \d+ accounts?$/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const changed = await product.db.selectFrom('accounts').select('id').where('cost_centre', '=', costCentre).execute()
  expect(changed.map(({ id }) => id).sort()).toEqual(mine.map(({ id }) => id).sort())
  expect(complaints).toEqual([])
})

it('opens an account with the keyboard alone, despite typing errors', async () => {
  const { page, complaints } = await product.visitAs('Tomasz')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
  await page.keyboard.type('chekcout baskte prod')
  // Results for the first letters stay for a moment.
  const first = page.getByRole('option').first()
  await first.filter({ hasText: /^checkout-basket-prod/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'checkout-basket-prod' }).waitFor()
  expect(complaints).toEqual([])
})
