import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyPattern } from '../../server/auth/keys.ts'
import { scopes } from '../../server/auth/scopes.ts'
import { columns } from '../../server/features/platform/feedback/exportFeedback.ts'
import { describeAnswer } from '../../server/features/platform/feedback/updateFeedback.ts'
import { apiKeyLabels } from '../../web/features/platform/api-keys/labels.ts'
import { feedbackLabels, feedbackStatusDisplays, ratingOf, sendLabels } from '../../web/features/platform/feedback/labels.ts'
import { notificationLabels } from '../../web/features/platform/notifications/labels.ts'
import { sessionLabels } from '../../web/features/platform/session/labels.ts'
import { formProblemLabels } from '../../web/shared/formLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'
import { repeatSignIn } from './repeatSignIn.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const accountsOf = (family: string) =>
  product.company.accounts.filter(
    ({ familyId, environment, status }) => familyId === family && environment === 'test' && status === 'active',
  )
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const isAccepted = async (key: string) => (await fetch(`${product.url}/towers`, { headers: { 'x-api-key': key } })).status === 403

it('offers all accounts of a family and an environment for a deployment key', async () => {
  const family = product.company.families.find(({ name }) => name === 'Checkout')!
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/api-keys')
  await page.getByRole('button', { name: apiKeyLabels.generate }).first().click()
  const form = dialog(page)
  await form.getByRole('checkbox', { name: scopes.deploy }).check()
  await form.getByRole('combobox', { name: apiKeyLabels.accounts }).fill(`${family.name} test`)
  await page.getByRole('option', { name: apiKeyLabels.allAccounts('test', family.name) }).click()
  for (const { name } of accountsOf(family.id)) await form.getByRole('button', { name: uiLabels.remove(name) }).waitFor()
  expect(browserErrors).toEqual([])
})

it('shows the names and permissions of keys in full, and says that a key doesn’t include later accounts', async () => {
  const accountIds = accountsOf(product.company.families.find(({ name }) => name === 'Checkout')!.id).map(({ id }) => id)
  const name = nameOfAttempt('Store opening report of the retail systems team')
  const response = await product.as(product.persona('Niamh').id).post('/admin/api-keys/generate', {
    ...{ name, accountIds, ownerId: product.persona('Daniel').id, expiresInDays: 90 },
    scopes: ['deploy', 'edge:complete', 'pipeline:merge', 'pipeline:requeue'],
  })
  expect(response.status).toBe(201)
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/api-keys')
  const row = page.getByRole('row', { name })
  await row.waitFor()
  const cutOffTexts = await row
    .locator('td, th')
    .or(page.getByRole('columnheader'))
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const content = document.createRange()
        content.selectNodeContents(cell)
        return content.getBoundingClientRect().right > cell.getBoundingClientRect().right ? [cell.textContent] : []
      }),
    )
  expect(cutOffTexts).toEqual([])
  await row.getByRole('link', { name }).click()
  await dialog(page).getByText(apiKeyLabels.laterAccounts).waitFor()
  expect(browserErrors).toEqual([])
})

it('generates a key after a step-up sign-in, shows it once, and revokes it', async () => {
  await product.db.deleteFrom('api_keys').execute()
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/api-keys', { strong: false })
  await page.getByText(apiKeyLabels.none).waitFor()
  await page.getByRole('button', { name: apiKeyLabels.generate }).first().click()
  const form = dialog(page)
  await form.getByText(formProblemLabels.confirmNext).waitFor()
  await form.getByRole('button', { name: apiKeyLabels.generate }).click()
  await form.getByText(apiKeyLabels.scopesMissing).waitFor()
  await form.getByLabel(apiKeyLabels.name, { exact: true }).fill('Checkout pipeline')
  await form.getByRole('checkbox', { name: scopes.deploy }).check()
  await form.getByRole('combobox', { name: apiKeyLabels.accounts }).fill('checkout-basket-prod')
  await page.getByRole('option', { name: /checkout-basket-prod/ }).click()
  await form.getByRole('button', { name: apiKeyLabels.generate }).click()

  await form.getByRole('button', { name: formProblemLabels.confirm }).click()
  await repeatSignIn(page, 'Niamh Brennan')
  await form.getByText(apiKeyLabels.continueGenerating).waitFor()
  expect(await product.db.selectFrom('api_keys').select('id').execute()).toEqual([])
  await form.getByRole('button', { name: apiKeyLabels.generate }).click()
  const key = (await form.locator('code').filter({ hasText: keyPattern }).textContent())!
  expect(await isAccepted(key)).toBe(true)

  await page.keyboard.press('Escape')
  await form.getByText(apiKeyLabels.notStored).waitFor()
  await form.getByLabel(apiKeyLabels.stored).check()
  await form.getByRole('button', { name: apiKeyLabels.done }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Checkout pipeline' }).click()
  await form.getByRole('link', { name: 'checkout-basket-prod' }).waitFor()
  await page.reload()
  await form.getByText(key.slice(0, 16)).waitFor()
  expect(await page.content()).not.toContain(key)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain(key)

  await form.getByRole('button', { name: apiKeyLabels.openRevoke }).click()
  const confirm = page.getByRole('dialog', { name: apiKeyLabels.confirmRevoke('Checkout pipeline') })
  await confirm.getByText(apiKeyLabels.lastUsed).waitFor()
  await confirm.getByRole('textbox').fill('Checkout pipeline')
  await confirm.getByRole('button', { name: apiKeyLabels.revoke }).click()
  await confirm.waitFor({ state: 'detached' })
  expect(await isAccepted(key)).toBe(false)
  expect(await violationsAt(page, `${product.url}/app/admin/api-keys?show=revoked`, 'dark', 390)).toEqual([])
  expect(browserErrors).toEqual([])
})

it('sends feedback from any screen after a confirmation, and shows the answer to its author', async () => {
  await product.db.deleteFrom('feedback').execute()
  await product.db.deleteFrom('notifications').where('person_id', '=', product.persona('Priya').id).execute()
  const account = product.company.accounts[0]!
  const priya = await product.visitAs('Priya', `/app/accounts/${account.id}?tab=cost`)
  await priya.page.getByRole('button', { name: sessionLabels.giveFeedback }).click()
  await priya.page.getByRole('button', { name: feedbackLabels.rate(ratingOf(5)) }).click()
  expect(await product.db.selectFrom('feedback').select('id').execute()).toEqual([])
  await priya.page.getByRole('button', { name: sendLabels.send, exact: true }).click()
  await priya.page.getByText(feedbackLabels.sent).waitFor()
  const [row] = await product.db.selectFrom('feedback').selectAll().execute()
  expect(row).toMatchObject({ rating: 5, text: '', page: `/app/accounts/${account.id}`, context: {} })

  await priya.page.getByRole('button', { name: sessionLabels.giveFeedback }).click()
  await dialog(priya.page).getByLabel(feedbackLabels.comment).fill('Show me what it will cost next month.')
  await priya.page.keyboard.press('Escape')
  await priya.page.reload()
  await priya.page.getByRole('button', { name: sessionLabels.giveFeedback }).click()
  await dialog(priya.page).getByLabel(feedbackLabels.includeBrowser).check()
  await dialog(priya.page)
    .getByRole('button', { name: feedbackLabels.rate(ratingOf(3)) })
    .click()
  await dialog(priya.page).getByRole('button', { name: sendLabels.send, exact: true }).click()
  await dialog(priya.page).waitFor({ state: 'detached' })

  const niamh = await product.visitAs('Niamh', '/app/admin/feedback?size=1')
  await niamh.page.getByRole('link', { name: 'Show me what it will cost next month.' }).waitFor()
  const downloadPromise = niamh.page.waitForEvent('download')
  await niamh.page.getByRole('button', { name: feedbackLabels.exportCsv }).click()
  const lines = readFileSync(await (await downloadPromise).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toEqual([
    expect.stringContaining(Object.keys(columns).join()),
    expect.stringContaining('cost next month'),
    expect.any(String),
  ])
  await niamh.page.getByRole('link', { name: 'Show me what it will cost next month.' }).click()
  const drawer = dialog(niamh.page)
  await drawer.getByText(/Chrome \d+ · 1440 × 900 · light · en-GB/).waitFor()
  await niamh.page.keyboard.press('j')
  await drawer.getByText(feedbackLabels.ratingOnly).waitFor()
  await niamh.page.keyboard.press('k')
  await drawer.getByText('Show me what it will cost next month.').waitFor()
  await drawer.getByRole('combobox', { name: feedbackLabels.status }).click()
  await niamh.page.getByRole('option', { name: feedbackStatusDisplays.declined.label }).click()
  await drawer.getByRole('button', { name: feedbackLabels.saveAndNext }).click()
  await drawer.getByText(feedbackLabels.reasonMissing).waitFor()
  await drawer.getByLabel(feedbackLabels.commentFor(product.persona('Priya').displayName)).fill('It is there: open Cost, then Forecast.')
  await drawer.getByRole('button', { name: feedbackLabels.saveAndNext }).click()
  await drawer.getByText(feedbackLabels.ratingOnly).waitFor()

  await priya.page.getByRole('button', { name: notificationLabels.unread(1) }).click()
  const declined = await product.db.selectFrom('feedback').select('reference').where('rating', '=', 3).executeTakeFirstOrThrow()
  await priya.page.getByRole('link', { name: describeAnswer(declined.reference, 'declined') }).click()
  const item = priya.page.locator('[aria-current=true]').filter({ hasText: 'Show me what' })
  await item.getByText('It is there: open Cost, then Forecast.').waitFor()
  await priya.page.getByRole('button', { name: notificationLabels.title, exact: true }).waitFor()
  expect(await violationsAt(priya.page, `${product.url}/app/feedback`, 'light', 390)).toEqual([])
  expect(await violationsAt(niamh.page, `${product.url}/app/admin/feedback`, 'dark', 1440)).toEqual([])
  expect([...priya.browserErrors, ...niamh.browserErrors]).toEqual([])
})

it('denies other people access to API keys and to feedback that isn’t theirs', async () => {
  const { page, browserErrors } = await product.visitAs('Tomasz', '/app/admin/api-keys')
  await page.getByText(apiKeyLabels.denied).waitFor()
  await page.goto(`${product.url}/app/admin/feedback`)
  await page.getByText(feedbackLabels.denied).waitFor()
  expect(browserErrors).toEqual([])
})
