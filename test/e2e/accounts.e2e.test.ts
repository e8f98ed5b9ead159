import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reasons } from '../../server/features/accounts/accounts/policy.ts'
import { accountOf } from '../../server/features/accounts/groups/groups.fixture.ts'
import { recordSubscriptionLabel } from '../../server/features/accounts/health/parts.ts'
import {
  accountActionLabels,
  accountsLabels,
  accountTabLabels,
  problemLabels,
  recordLabels,
} from '../../web/features/accounts/accounts/labels.ts'
import { unmanagedLabels } from '../../web/features/accounts/insights/groupLabels.ts'
import { decisions } from '../../web/features/approvals/inbox/labels.ts'
import { sessionLabels } from '../../web/features/platform/session/labels.ts'
import { paths } from '../../web/paths.ts'
import { accountTabTitles } from '../../web/routes/accountTabTitles.ts'
import { accountFieldLabels } from '../../web/shared/accountFieldLabels.ts'
import { actionOf } from '../../web/shared/activityLabels.ts'
import { azureLabels } from '../../web/shared/azureLabels.ts'
import { azureLinksOf } from '../../web/shared/azureLinks.ts'
import { formProblemLabels } from '../../web/shared/formLabels.ts'
import { labelFor } from '../../web/shared/labels.ts'
import { startFromLabels } from '../../web/shared/startFromLabels.ts'
import { typeName } from '../../web/shared/typeName.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { numberLabels } from '../../web/ui/numberLabels.ts'
import { newRequest } from '../newRequest.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { accountCondition } from './accountCondition.ts'
import { type Product, startProduct } from './product.ts'
import { screenLabel } from './screenLabel.ts'
import { submitOf } from './submit.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const account = (name: string) => product.company.accounts.find((item) => item.name === name)!
const pageOf = (name: string, tab = '') => `/app/accounts/${account(name).id}${tab && `?tab=${tab}`}`
const names = (page: Page) => page.getByRole('grid', { name: accountsLabels.title }).getByRole('rowheader').allInnerTexts()
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

it('keeps a condition that the page has not rendered before the next is entered', async () => {
  const { page } = await product.visitAs('Tomasz', paths.accounts())
  const filter = page.getByRole('combobox', { name: accountsLabels.filter })
  await filter.fill(accountCondition('status', 'active'))
  await page.getByRole('option').first().waitFor()
  await filter.evaluate(
    async (input: HTMLInputElement, texts) => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
      for (const text of texts) {
        setValue.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        await null
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
        await null
      }
    },
    [accountCondition('status', 'active'), accountCondition('environment', 'production')],
  )
  await page.waitForURL(({ searchParams }) => searchParams.get('filter') === 'status==active;environment==production')
})

it('finds an account by two conditions and a word with a typing error, and stores them in the URL', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz')
  // Text typed before the properties are loaded counts as a condition too.
  const typedPromise = Promise.withResolvers<void>()
  await page.route('**/accounts/adv/options**', async (route) => {
    await typedPromise.promise
    await route.continue()
  })
  await page.goto(`${product.url}/app/accounts`)
  const filter = page.getByRole('combobox', { name: accountsLabels.filter })
  await filter.fill(accountCondition('status', 'active'))
  await filter.press('Enter')
  await filter.fill(accountCondition('environment', 'production'))
  typedPromise.resolve()
  await page.waitForURL((address) => decodeURIComponent(address.search).includes('status==active'))
  await filter.press('Enter')
  await page.waitForURL((address) => decodeURIComponent(address.search).includes('environment==production'))
  await filter.fill('chekcout')
  await filter.press('Enter')
  await page.waitForURL((address) => decodeURIComponent(address.search).includes('chekcout'))
  const requestedNames = product.company.accounts
    .filter(({ name, status, environment }) => status === 'active' && environment === 'production' && name.startsWith('checkout-'))
    .map(({ name }) => name)
  expect(requestedNames.length).toBeGreaterThan(3)
  await until(async () => {
    const visibleNames = await names(page)
    return visibleNames.length > 0 && requestedNames.every((name) => visibleNames.includes(name))
  })
  const address = new URL(page.url())
  expect(address.searchParams.get('filter')).toBe('status==active;environment==production')
  expect(address.searchParams.get('q')).toBe('chekcout')

  const namesBefore = await names(page)
  await page.reload()
  await until(async () => (await names(page)).join() === namesBefore.join())
  await page.getByRole('link', { name: requestedNames[0]!, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: requestedNames[0]! }).waitFor()
  await page.goBack()
  await until(async () => (await names(page)).join() === namesBefore.join())
  expect(browserErrors).toEqual([])
})

it('lets an owner change details, which other open screens show without reloading', async () => {
  const { name } = accountOf(product, 2)
  const [{ page, browserErrors }, auditor] = await Promise.all([
    product.visitAs('Daniel', pageOf(name)),
    product.visitAs('Grace', pageOf(name)),
  ])
  await page.getByRole('button', { name: accountActionLabels.edit, exact: true }).click()
  await dialog(page).getByLabel(accountFieldLabels.description).fill('Baskets of web and app.')
  await dialog(page).getByLabel(accountFieldLabels.budget).fill('0')
  await submitOf(dialog(page)).click()
  await dialog(page)
    .getByText(numberLabels.enterNumber('amount', '£1', '£10,000,000'))
    .waitFor()
  await dialog(page).getByLabel(accountFieldLabels.budget).fill('7000')
  await dialog(page).getByLabel(accountFieldLabels.costCentre).fill('not a cost centre!')
  await submitOf(dialog(page)).click()
  await until(async () => (await dialog(page).getByLabel(accountFieldLabels.costCentre).getAttribute('aria-invalid')) === 'true')
  await dialog(page).getByLabel(accountFieldLabels.costCentre).fill('CC-4101')
  await submitOf(dialog(page)).click()
  await dialog(page).waitFor({ state: 'detached' })
  for (const viewedPage of [page, auditor.page]) {
    await waitForText(viewedPage, 'Baskets of web and app.')
    await waitForText(viewedPage, '£7,000')
    await waitForText(viewedPage, 'CC-4101')
  }
  expect(browserErrors).toEqual([])
})

it('rejects a change if another person saved one in the meantime', async () => {
  const { name } = accountOf(product, 3)
  const { page } = await product.visitAs('Daniel', pageOf(name))
  await page.getByRole('button', { name: accountActionLabels.edit, exact: true }).click()
  await dialog(page).getByLabel(accountFieldLabels.description).fill('Mine.')
  const admin = product.as(product.persona('Niamh').id)
  expect((await admin.patch(`/accounts/${account(name).id}`, { description: 'Theirs.' })).status).toBe(200)
  await waitForText(page, 'Theirs.')
  await submitOf(dialog(page)).click()
  await waitForText(page, formProblemLabels.changedElsewhere)
  expect(await dialog(page).getByLabel(accountFieldLabels.description).inputValue()).toBe('Mine.')
})

it('changes the owners of an account, keeps at least two, and shows the account to the new owner immediately', async () => {
  const { name } = accountOf(product, 1)
  const [{ page }, priya] = await Promise.all([product.visitAs('Daniel', pageOf(name)), product.visitAs('Priya', pageOf(name))])
  await waitForText(priya.page, reasons.seeAll)
  await page.getByRole('button', { name: accountActionLabels.editOwners }).click()
  const { body: before } = await product.as(product.persona('Daniel').id).get(`/accounts/${account(name).id}`)
  for (const { displayName } of before.owners.slice(1).reverse())
    await dialog(page)
      .getByRole('button', { name: uiLabels.remove(displayName) })
      .click()
  await submitOf(dialog(page)).click()
  await waitForText(page, problemLabels.fewOwners)
  await dialog(page).getByRole('combobox', { name: accountFieldLabels.owners }).fill('Priya Ram')
  await page.getByRole('option', { name: /Priya Raman/ }).click()
  await submitOf(dialog(page)).click()
  await dialog(page).waitFor({ state: 'detached' })
  await waitForText(page, accountActionLabels.ownersUpdated(name))
  await priya.page.getByText(accountTabLabels.perMonth).first().waitFor()
  expect(await priya.page.getByRole('button', { name: accountActionLabels.edit, exact: true }).getAttribute('aria-disabled')).toBeNull()
})

it('lets an administrator record an existing account, change its record and delete it', async () => {
  const name = nameOfAttempt('Old Mainframe Link')
  // A failed attempt might leave the subscription assigned to its account.
  await product.db.deleteFrom('accounts').where('name', 'like', 'Old Mainframe Link%').execute()
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/accounts')
  await page.getByRole('button', { name: accountsLabels.addExisting }).click()
  const dialog = page.getByRole('dialog')
  await submitOf(dialog).click()
  await dialog.getByText(problemLabels.nameMissing).waitFor()
  await dialog.getByRole('textbox', { name: recordLabels.name }).fill(name)
  for (const [label, option] of [
    [accountFieldLabels.family, 'Commerce: Checkout'],
    [accountFieldLabels.dataClassification, labelFor('dataClassification', 'internal')],
    [accountFieldLabels.environment, labelFor('environment', 'production')],
    [accountFieldLabels.region, labelFor('region', 'uksouth')],
    [accountFieldLabels.criticality, labelFor('criticality', 'tier3')],
  ] as const) {
    await dialog.getByLabel(label).first().click()
    await page.getByRole('option', { name: option }).first().click()
  }
  await dialog.getByRole('textbox', { name: accountFieldLabels.costCentre }).fill('CC-4100')
  await dialog.getByLabel(accountFieldLabels.budget).fill('500')
  for (const { displayName } of [product.persona('Daniel'), product.persona('Ravi')]) {
    await dialog.getByRole('combobox', { name: accountFieldLabels.owners }).fill(displayName)
    await page.getByRole('option', { name: displayName }).first().click()
  }
  await submitOf(dialog).click()
  await dialog.waitFor({ state: 'hidden' })
  const created = await product.db.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  expect(created).toMatchObject({ kind: 'manual', workload: 'Production', budget: { amount: 50_000 }, subscription_id: null })

  await page.goto(`${product.url}/app/accounts/${created.id}`)
  await page.getByRole('button', { name: recordSubscriptionLabel }).first().click()
  const hub = product.company.hub.subscriptionId
  await dialog.getByRole('textbox', { name: recordLabels.subscription }).fill(hub)
  await submitOf(dialog).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(hub).first().waitFor()

  await page.getByRole('button', { name: accountActionLabels.more }).click()
  await page.getByRole('menuitem', { name: accountActionLabels.deleteRecord, exact: true }).click()
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: recordLabels.delete(name) }).click()
  await page.waitForURL(`${product.url}/app/accounts`)
  const accountAfter = await product.db.selectFrom('accounts').select('status').where('id', '=', created.id).executeTakeFirstOrThrow()
  expect([accountAfter.status, browserErrors]).toEqual(['deleted', []])
})

it('copies the values of another account into the record of an existing subscription', async () => {
  const name = nameOfAttempt('checkout-legacy-dev')
  const hub = product.company.hub.subscriptionId
  await product.db.deleteFrom('accounts').where('subscription_id', '=', hub).where('kind', '=', 'manual').execute()
  const source = product.company.accounts.find((account) => account.name === 'checkout-basket-dev')!
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/accounts')
  await page.getByRole('button', { name: accountsLabels.addExisting }).click()
  const dialog = page.getByRole('dialog', { name: accountsLabels.addExisting })
  const focused = (field: Locator) => field.and(page.locator(':focus')).waitFor()
  await focused(dialog.getByRole('combobox', { name: startFromLabels.label }))
  await page.keyboard.type(source.name)
  await page.locator('[role=option][data-active=true]', { hasText: source.name }).waitFor()
  await page.keyboard.press('Enter')
  await focused(dialog.getByRole('textbox', { name: recordLabels.name }))
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(hub)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const row = await product.db.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  const { familyId, environment, region, dataClassification, criticality, costCentre } = source
  expect(row).toMatchObject({
    ...{ kind: 'manual', subscription_id: hub, family_id: familyId, environment, region },
    ...{ data_classification: dataClassification, criticality, cost_centre: costCentre, budget: { amount: source.budget.amount } },
  })
  expect(browserErrors).toEqual([])
})

it('shows people without permission the disabled action with its reason', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz', pageOf('checkout-click-collect-prod'))
  const edit = page.getByRole('button', { name: accountActionLabels.edit, exact: true })
  expect(await edit.getAttribute('aria-disabled')).toBe('true')
  expect(await edit.evaluate((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent)).toBe(
    reasons.change,
  )
  expect(await page.getByText(reasons.seeAll).count()).toBe(2)
  await page.getByRole('link', { name: accountTabTitles.resources }).click()
  await waitForText(page, accountTabLabels.resourcesHidden)
  await page.getByRole('link', { name: accountTabTitles.activity }).click()
  await waitForText(page, accountTabLabels.activityHidden)
  expect(browserErrors).toEqual([])
})

it('shows the resources by type with their age, and filters them', async () => {
  const change = { description: 'Baskets of the shops.' }
  expect((await product.as(product.persona('Niamh').id).patch(`/accounts/${account('checkout-basket-prod').id}`, change)).status).toBe(200)
  const { page } = await product.visitAs('Daniel', pageOf('checkout-basket-prod', 'resources'))
  const { body } = await product.as(product.persona('Daniel').id).get(`/accounts/${account('checkout-basket-prod').id}/resources`)
  const all = body.items.length
  const age = page.getByText(accountTabLabels.counted(all, all)).locator('time')
  expect(Date.now() - Date.parse((await age.getAttribute('datetime'))!)).toBeLessThan(60_000)
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
  await page.getByLabel(accountTabLabels.searchResources).fill('redis')
  const found = body.items.filter(({ name, type }: { name: string; type: string }) => /redis/i.test(`${name} ${type}`)).length
  await waitForText(page, accountTabLabels.counted(found, all))
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    unmanagedLabels.title,
    expect.stringContaining(typeName('microsoft.cache/redis')),
  ])
  expect(new URL(page.url()).searchParams.get('q')).toBe('redis')
  await page.getByRole('link', { name: accountTabTitles.activity }).click()
  await waitForText(page, actionOf('updateMyAccount'))
})

it('finds accounts, people and screens by name from any page, by keyboard', async () => {
  const { page } = await product.visitAs('Priya')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: uiLabels.palette })
  await field.fill('basket-dev')
  await page.getByRole('option', { name: /checkout-basket-dev/ }).waitFor()
  const released = Promise.withResolvers<void>()
  await page.route('**/accounts/search?searchTerm=basket-prod*', async (route) => {
    await released.promise
    await route.continue()
  })
  await field.fill('basket-prod')
  await page.keyboard.press('Enter')
  released.resolve()
  await page.getByRole('option', { name: /checkout-basket-prod/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'checkout-basket-prod' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  const { overview } = azureLinksOf('https://portal.azure.com', { subscriptionId: account('checkout-basket-prod').subscriptionId! })
  const portal = page.getByRole('link', { name: azureLabels.open + uiLabels.newTab })
  expect(await portal.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.relList.contains('noopener')])).toEqual([
    overview,
    '_blank',
    true,
  ])
})

it('opens the form of a typed decision without sending it', async () => {
  const request = newRequest(product, { name: nameOfAttempt('typed-decision') })
  const { body } = await product.as(product.persona('Priya').id).post('/account-requests', request)
  const { page, browserErrors } = await product.visitAs('Ravi')
  await page
    .getByRole('navigation', { name: shellLabels.main })
    .getByRole('link', { name: screenLabel(paths.approvals()) })
    .getByText(/^\d+$/)
    .waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: uiLabels.palette })
  await field.fill('leave')
  expect(await page.getByRole('option').first().textContent()).toBe(screenLabel(paths.away()))
  await field.fill(`approve ${body.reference}`)
  await page.getByRole('option').first().filter({ hasText: body.reference }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: `${decisions.approve.on} ${request.name}` }).waitFor()
  expect(new URL(page.url()).searchParams.get('decide')).toBeNull()
  expect(await product.db.selectFrom('approval_decisions').select('id').where('approval_id', '=', body.approvals[0].id).execute()).toEqual(
    [],
  )
  await page.keyboard.press('Enter')
  const votes = () =>
    product.db.selectFrom('approval_decisions').select('decision').where('approval_id', '=', body.approvals[0].id).execute()
  await until(async () => (await votes()).length === 1)
  expect(browserErrors).toEqual([])
})

it('signs out, requires a sign-in on the same page, and returns there', async () => {
  const { page } = await product.visitAs('Priya', '/app/towers')
  await page.getByRole('button', { name: shellLabels.account('Priya Raman') }).click()
  await page.getByRole('menuitem').last().click()
  await page.waitForURL(/\/app\/signed-out/)
  await product.signIn(page, 'Priya', '/app/accounts?q=basket')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(accountsLabels.title)

  await product.db.updateTable('sessions').set({ ended_at: new Date() }).where('person_id', '=', product.persona('Priya').id).execute()
  // The page might detect the ended session before the click.
  const towers = page.getByRole('link', { name: screenLabel(paths.towers()) })
  await Promise.race([towers.click().catch(() => undefined), waitForText(page, sessionLabels.ended)])
  await waitForText(page, sessionLabels.ended)
})
