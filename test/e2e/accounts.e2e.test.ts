import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { nameOfThisTry } from '../earlierTries.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const account = (name: string) => product.company.accounts.find((one) => one.name === name)!
const pageOf = (name: string, tab = '') => `/app/accounts/${account(name).id}${tab && `?tab=${tab}`}`
const names = (page: Page) => page.getByRole('grid', { name: 'Accounts' }).getByRole('rowheader').allInnerTexts()
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

it('finds an account by two conditions and a word with a typing error, and stores them in the address', async () => {
  const { page, complaints } = await product.visitAs('Tomasz')
  // Text typed before the properties are loaded counts as a condition too.
  const typed = Promise.withResolvers<void>()
  await page.route('**/accounts/adv/options**', async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto(`${product.url}/app/accounts`)
  const filter = page.getByRole('combobox', { name: 'Filter accounts' })
  await filter.fill('Status = Active')
  await filter.press('Enter')
  await filter.fill('Environment = Production')
  typed.resolve()
  await page.waitForURL((address) => decodeURIComponent(address.search).includes('status==active'))
  await filter.press('Enter')
  await page.waitForURL((address) => decodeURIComponent(address.search).includes('environment==production'))
  await filter.fill('chekcout')
  await filter.press('Enter')
  await page.waitForURL((address) => decodeURIComponent(address.search).includes('chekcout'))
  const wanted = product.company.accounts
    .filter(({ name, status, environment }) => status === 'active' && environment === 'production' && name.startsWith('checkout-'))
    .map(({ name }) => name)
  expect(wanted.length).toBeGreaterThan(3)
  await until(async () => {
    const shown = await names(page)
    return shown.length > 0 && wanted.every((name) => shown.includes(name))
  })
  const address = new URL(page.url())
  expect(address.searchParams.get('filter')).toBe('status==active;environment==production')
  expect(address.searchParams.get('q')).toBe('chekcout')

  const before = await names(page)
  await page.reload()
  await until(async () => (await names(page)).join() === before.join())
  await page.getByRole('link', { name: wanted[0]!, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: wanted[0]! }).waitFor()
  await page.goBack()
  await until(async () => (await names(page)).join() === before.join())
  expect(complaints).toEqual([])
})

it('lets an owner change details, which other open screens show without reloading', async () => {
  const { name } = accountOf(product, 2)
  const [{ page, complaints }, auditor] = await Promise.all([
    product.visitAs('Daniel', pageOf(name)),
    product.visitAs('Grace', pageOf(name)),
  ])
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Description').fill('Baskets of web and app.')
  await dialog(page).getByLabel('Monthly budget').fill('7000')
  await dialog(page).getByLabel('Cost centre').fill('not a cost centre!')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await until(async () => (await dialog(page).getByLabel('Cost centre').getAttribute('aria-invalid')) === 'true')
  await dialog(page).getByLabel('Cost centre').fill('CC-4101')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  for (const seen of [page, auditor.page]) {
    await told(seen, 'Baskets of web and app.')
    await told(seen, '£7,000.00')
    await told(seen, 'CC-4101')
  }
  expect(complaints).toEqual([])
})

it('does not overwrite the change of another person', async () => {
  const { name } = accountOf(product, 3)
  const { page } = await product.visitAs('Daniel', pageOf(name))
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Description').fill('Mine.')
  const admin = product.as(product.persona('Niamh').id)
  expect((await admin.patch(`/accounts/${account(name).id}`, { description: 'Theirs.' })).status).toBe(200)
  await told(page, 'Theirs.')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await told(page, 'Someone else changed this while you had it open')
  expect(await dialog(page).getByLabel('Description').inputValue()).toBe('Mine.')
})

it('hands an account over, never to fewer than two, and shows it to the new owner immediately', async () => {
  const { name } = accountOf(product, 1)
  const [{ page }, priya] = await Promise.all([product.visitAs('Daniel', pageOf(name)), product.visitAs('Priya', pageOf(name))])
  await told(priya.page, 'Only owners, administrators and auditors can see this.')
  await page.getByRole('button', { name: 'Change owners' }).click()
  const removers = dialog(page).getByRole('button', { name: /^Remove / })
  await removers.first().waitFor()
  const others = await removers.all()
  for (const other of others.slice(1).reverse()) await other.click()
  await dialog(page).getByRole('button', { name: 'Save owners' }).click()
  await told(page, 'Choose at least two owners.')
  await dialog(page).getByRole('combobox', { name: 'Owners' }).fill('Priya Ram')
  await page.getByRole('option', { name: /Priya Raman/ }).click()
  await dialog(page).getByRole('button', { name: 'Save owners' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await told(page, `Owners of ${name} updated`)
  await priya.page.getByText('a month').first().waitFor()
  expect(await priya.page.getByRole('button', { name: 'Edit' }).getAttribute('aria-disabled')).toBeNull()
})

it('lets an administrator record an existing account, change its record and delete it', async () => {
  const name = nameOfThisTry('Old Mainframe Link')
  // A failed attempt can leave the subscription with its account.
  await product.db.deleteFrom('accounts').where('name', 'like', 'Old Mainframe Link%').execute()
  const { page, complaints } = await product.visitAs('Niamh', '/app/accounts')
  await page.getByRole('button', { name: 'Add existing account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await dialog.getByText('Enter the account name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  for (const [label, option] of [
    ['Family', 'Commerce: Checkout'],
    ['Data classification', 'Internal'],
    ['Environment', 'Production'],
    ['Region', 'UK South'],
    ['Criticality', 'Tier 3'],
  ] as const) {
    await dialog.getByLabel(label).first().click()
    await page.getByRole('option', { name: option }).first().click()
  }
  await dialog.getByRole('textbox', { name: 'Cost centre' }).fill('CC-4100')
  await dialog.getByLabel('Monthly budget').fill('500')
  for (const { displayName } of [product.persona('Daniel'), product.persona('Ravi')]) {
    await dialog.getByRole('combobox', { name: 'Owners' }).fill(displayName)
    await page.getByRole('option', { name: displayName }).first().click()
  }
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const made = await product.db.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  expect(made).toMatchObject({ kind: 'manual', workload: 'Production', budget: { amount: 50_000 }, subscription_id: null })

  await page.goto(`${product.url}/app/accounts/${made.id}`)
  await page.getByRole('button', { name: 'Record its subscription' }).first().click()
  const hub = product.company.hub.subscriptionId
  await dialog.getByRole('textbox', { name: /^Subscription/ }).fill(hub)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(hub).first().waitFor()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete record', exact: true }).click()
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: `Delete ${name}` }).click()
  await page.waitForURL(`${product.url}/app/accounts`)
  const after = await product.db.selectFrom('accounts').select('status').where('id', '=', made.id).executeTakeFirstOrThrow()
  expect([after.status, complaints]).toEqual(['deleted', []])
})

it('shows a stranger the reason instead of hiding the action', async () => {
  const { page, complaints } = await product.visitAs('Tomasz', pageOf('checkout-click-collect-prod'))
  const edit = page.getByRole('button', { name: 'Edit' })
  expect(await edit.getAttribute('aria-disabled')).toBe('true')
  expect(await edit.evaluate((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent)).toBe(
    'Only owners and administrators can do this.',
  )
  expect(await page.getByText('Only owners, administrators and auditors can see this.').count()).toBe(2)
  await page.getByRole('link', { name: 'Resources' }).click()
  await told(page, 'You can’t see this account’s resources')
  await page.getByRole('link', { name: 'Activity' }).click()
  await told(page, 'You can’t see this account’s activity')
  expect(complaints).toEqual([])
})

it('shows the resources by type with their age, and filters them', async () => {
  const change = { description: 'Baskets of the shops.' }
  expect((await product.as(product.persona('Niamh').id).patch(`/accounts/${account('checkout-basket-prod').id}`, change)).status).toBe(200)
  const { page } = await product.visitAs('Daniel', pageOf('checkout-basket-prod', 'resources'))
  await told(page, /\d+ resources, updated just now/)
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
  await page.getByLabel('Search resources').fill('redis')
  await told(page, /^\d+ of \d+ resources/)
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Unmanaged resource groups',
    expect.stringContaining('Redis caches'),
  ])
  expect(new URL(page.url()).searchParams.get('q')).toBe('redis')
  await page.getByRole('link', { name: 'Activity' }).click()
  await told(page, 'Updated account details')
})

it('finds everything by name from anywhere, with the keyboard alone', async () => {
  const { page } = await product.visitAs('Priya')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
  await page.keyboard.type('basket-prod')
  await page.getByRole('option', { name: /checkout-basket-prod/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'checkout-basket-prod' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

it('signs out, asks for a sign-in on the same page, and returns there', async () => {
  const { page } = await product.visitAs('Priya', '/app/towers')
  await page.getByRole('button', { name: 'Account: Priya Raman' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await told(page, 'You’re signed out.')
  await product.signIn(page, 'Priya', '/app/accounts?q=basket')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Accounts')

  await product.db.updateTable('sessions').set({ ended_at: new Date() }).where('person_id', '=', product.persona('Priya').id).execute()
  // The page can detect the ended session before the click.
  const towers = page.getByRole('link', { name: 'Towers' })
  await Promise.race([towers.click().catch(() => undefined), told(page, /Your session has ended/)])
  await told(page, /Your session has ended/)
})
