import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { forget } from '../../server/clients/fresh.ts'
import { savingsOf } from '../../simulator/arm/advisorSavings.ts'
import { evaluatedAt, policyStatesOf } from '../../simulator/arm/policyInsightsStates.ts'
import { defenderIsOn, findingsOf } from '../../simulator/arm/securityFindings.ts'
import { lookUpSubscription } from '../../simulator/arm/subscriptionStore.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())
// Azure’s responses to an earlier attempt are cached for a minute.
beforeEach(() => forget(product.context.clients, ''))
afterEach(() => product.simulator.faults.clear())

type Account = Product['company']['accounts'][number]
const subscription = ({ subscriptionId }: Account) => lookUpSubscription(product.simulator, subscriptionId)!
const findings = (account: Account) => [...findingsOf(product.simulator, subscription(account))]
const account = (fits: (account: Account) => boolean) =>
  product.company.accounts.find((each) => each.status === 'active' && each.kind === 'cloud' && fits(each))!
const busy = () =>
  account((each) => findings(each).length > 60 && policyStatesOf(product.simulator, subscription(each)).some(({ compliant }) => !compliant))
const tab = ({ id }: Account, name: string) => `/app/accounts/${id}?tab=${name}`
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'Findings' }).getByRole('button')
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

it('shows findings of Defender, filters them in the address, and opens one with its fix', async () => {
  const { page, complaints } = await product.visitAs('Niamh', tab(busy(), 'security'))
  await rows(page).first().waitFor()
  expect(await rows(page).count()).toBe(10)
  await panel(page, 'Vulnerabilities')
    .getByText(`1–10 of ${findings(busy()).length}`)
    .waitFor()

  await page.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: /^High/ }).click()
  await page.getByRole('combobox', { name: 'Fix' }).click()
  await page.getByRole('option', { name: /^With a fix/ }).click()
  await until(async () => (await rows(page).allInnerTexts()).every((text) => text.startsWith('High') && text.includes('Fix available')))
  const address = new URL(page.url()).searchParams
  expect([address.get('severity'), address.get('fixable')]).toEqual(['high', 'yes'])

  const first = rows(page).first()
  await first.focus()
  await page.keyboard.press('Enter')
  expect(await first.getAttribute('aria-expanded')).toBe('true')
  await page
    .getByText(/^Fix: Update to/)
    .first()
    .waitFor()
  expect(
    await page
      .getByRole('link', { name: /^CVE-\d{4}-\d+/ })
      .first()
      .getAttribute('href'),
  ).toMatch(/^https:\/\/nvd\.nist\.gov/)

  await page.reload()
  await rows(page).first().waitFor()
  expect((await rows(page).allInnerTexts()).every((text) => text.startsWith('High'))).toBe(true)
  await page.getByRole('searchbox', { name: 'Search findings' }).fill('there is no such flaw')
  await page.getByText('No matching findings').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await until(async () => (await rows(page).count()) === 10)
  expect(complaints).toEqual([])
})

it('names the policies an account breaks, the resources and the fix', async () => {
  const { page } = await product.visitAs('Niamh', tab(busy(), 'security'))
  const compliance = panel(page, 'Policy compliance')
  await compliance.getByRole('img', { name: /% of resources compliant/ }).waitFor()
  await compliance.getByRole('button', { name: /^Resources should carry an environment tag/ }).click()
  await compliance.getByText(/^Fix:/).waitFor()
  expect(await compliance.getByRole('link', { name: 'View policy in Azure' }).getAttribute('href')).toMatch(/^https:\/\/portal\.azure\.com/)
})

it('explains what to enable for Defender and for policies, independently of each other', async () => {
  const off = account(
    (each) => !defenderIsOn(product.simulator, subscription(each)) && evaluatedAt(product.simulator, subscription(each)) !== undefined,
  )
  const never = account(
    (each) => defenderIsOn(product.simulator, subscription(each)) && evaluatedAt(product.simulator, subscription(each)) === undefined,
  )
  const { page } = await product.visitAs('Niamh', tab(off, 'security'))
  await panel(page, 'Vulnerabilities').getByText('Microsoft Defender for Cloud is off for this subscription').waitFor()
  await panel(page, 'Policy compliance')
    .getByRole('img', { name: /compliant/ })
    .waitFor()
  await page.goto(product.url + tab(never, 'security'))
  await panel(page, 'Policy compliance').getByText('Azure Policy has never evaluated this subscription').waitFor()
  await panel(page, 'Vulnerabilities')
    .getByText(/Severity|No vulnerabilities found/)
    .first()
    .waitFor()
  await panel(page, 'Policy compliance').getByRole('button', { name: 'Start evaluation' }).click()
  await panel(page, 'Policy compliance').getByText('Evaluating in Azure', { exact: false }).waitFor()
  await panel(page, 'Policy compliance')
    .getByRole('img', { name: /compliant/ })
    .waitFor()
})

it('keeps the costs when the savings fail, retries, and keeps the old data when a refresh fails', async () => {
  const shown = account((each) => savingsOf(product.simulator, subscription(each)).toArray().length > 1)
  const refused = { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'Not you.' } } } as const
  product.simulator.faults.add({ service: 'arm', path: 'Advisor/recommendations', action: refused })
  const { page, complaints } = await product.visitAs('Niamh', tab(shown, 'cost'))
  const [cost, savings] = [panel(page, 'Cost'), panel(page, 'Savings')]
  await savings.getByText('Savings couldn’t be loaded').waitFor()
  await cost.getByText('By service', { exact: true }).waitFor()
  await cost
    .getByText(/budget/)
    .first()
    .waitFor()
  expect(await cost.getByRole('table', { name: 'Cost by month' }).getByRole('row').count()).toBe(13)
  product.simulator.faults.clear()
  await savings.getByRole('button', { name: 'Try again' }).click()
  await savings.getByText(/a month can be saved with \d+ changes?/).waitFor()

  // Responses are only refreshed after ten seconds.
  await page.waitForTimeout(10_500)
  product.simulator.faults.add({ service: 'arm', path: 'Advisor/recommendations', action: refused })
  await savings.getByRole('button', { name: /^Refresh/ }).click()
  await savings.getByText('These results are out of date').waitFor()
  await savings.getByText(/a month can be saved with/).waitFor()
  expect(complaints).toEqual([])
})

it('shows the rest of the page while one answer of Azure is slow', async () => {
  product.simulator.faults.add({ service: 'arm', path: 'policyStates', action: { kind: 'delay', ms: 12_000 } })
  const slow = account(
    (each) => findings(each).length > 20 && each.id !== busy().id && evaluatedAt(product.simulator, subscription(each)) !== undefined,
  )
  const { page } = await product.visitAs('Niamh', tab(slow, 'security'))
  await rows(page).first().waitFor()
  await panel(page, 'Policy compliance').getByText('Refreshing from Azure …').waitFor()
  await panel(page, 'Policy compliance')
    .getByRole('img', { name: /compliant/ })
    .waitFor()
})

it('hides them from people without permission, with the reason', async () => {
  const { page } = await product.visitAs('Tomasz', tab(busy(), 'cost'))
  await page.getByText('You can’t see this account’s cost').waitFor()
  await page.goto(product.url + tab(busy(), 'security'))
  await page.getByText('You can’t see this account’s security').waitFor()
  await page.getByText('Only owners, administrators and auditors can see this.').waitFor()
})

it('fits a phone', async () => {
  const { page } = await product.visitAs('Niamh', tab(busy(), 'security'), { viewport: { width: 390, height: 800 } })
  await rows(page).first().waitFor()
  await panel(page, 'Policy compliance')
    .getByRole('img', { name: /compliant/ })
    .waitFor()
  expect(await sideways(page)).toBe(false)
  await page.goto(product.url + tab(busy(), 'cost'))
  await panel(page, 'Cost').getByText('By service', { exact: true }).waitFor()
  expect(await sideways(page)).toBe(false)
})
