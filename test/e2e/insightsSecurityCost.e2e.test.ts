import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { invalidate } from '../../server/clients/cached.ts'
import { reasons } from '../../server/features/accounts/accounts/policy.ts'
import { policyNeverEvaluated } from '../../server/features/accounts/insights/getPolicyCompliance.ts'
import { vulnerabilitiesOff } from '../../server/features/accounts/insights/vulnerabilities.ts'
import { savingsOf } from '../../simulator/arm/advisorSavings.ts'
import { evaluatedAt, policyStatesOf } from '../../simulator/arm/policyInsightsStates.ts'
import { defenderIsOn, findingsOf } from '../../simulator/arm/securityFindings.ts'
import { lookUpSubscription } from '../../simulator/arm/subscriptionStore.ts'
import {
  complianceLabels,
  costTabLabels,
  findingLabels,
  insightLabels,
  insightPanels,
  securityTabLabels,
  titleAndText,
} from '../../web/features/accounts/insights/labels.ts'
import { severityOf } from '../../web/features/accounts/insights/securityLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())
// Azure’s responses to an earlier attempt are cached for a minute.
beforeEach(() => invalidate(product.context.clients, ''))
afterEach(() => product.simulator.faults.clear())

type Account = Product['company']['accounts'][number]
const subscription = ({ subscriptionId }: Account) => lookUpSubscription(product.simulator, subscriptionId)!
const findings = (account: Account) => [...findingsOf(product.simulator, subscription(account))]
const account = (isMatch: (account: Account) => boolean) =>
  product.company.accounts.find((each) => each.status === 'active' && each.kind === 'cloud' && isMatch(each))!
const busy = () =>
  account((each) => findings(each).length > 60 && policyStatesOf(product.simulator, subscription(each)).some(({ compliant }) => !compliant))
const tab = ({ id }: Account, name: string) => `/app/accounts/${id}?tab=${name}`
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page) => page.getByRole('list', { name: findingLabels.list }).getByRole('button')
const high = severityOf('high').label
const hasHorizontalScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

it('shows Defender’s findings, keeps the filter in the URL, and opens a finding with its fix', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', tab(busy(), 'security'))
  await rows(page).first().waitFor()
  expect(await rows(page).count()).toBe(10)
  await panel(page, insightPanels.vulnerabilities.title)
    .getByText(`1–10 of ${findings(busy()).length}`)
    .waitFor()

  await page.getByRole('combobox', { name: findingLabels.severity }).click()
  await page.getByRole('option', { name: new RegExp(`^${high}`) }).click()
  await page.getByRole('combobox', { name: findingLabels.fix }).click()
  await page.getByRole('option', { name: new RegExp(`^${findingLabels.withFix}`) }).click()
  await until(async () => (await rows(page).allInnerTexts()).every((text) => text.startsWith(high) && text.includes(findingLabels.fixable)))
  const address = new URL(page.url()).searchParams
  expect([address.get('severity'), address.get('fixable')]).toEqual(['high', 'yes'])

  const firstRow = rows(page).first()
  await firstRow.focus()
  await page.keyboard.press('Enter')
  expect(await firstRow.getAttribute('aria-expanded')).toBe('true')
  await page
    .getByText(new RegExp(`^${findingLabels.remedy}Update to`))
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
  expect((await rows(page).allInnerTexts()).every((text) => text.startsWith(high))).toBe(true)
  await page.getByRole('searchbox', { name: findingLabels.search }).fill('there is no such flaw')
  await page.getByText(findingLabels.noMatch).waitFor()
  await page.getByRole('button', { name: findingLabels.showAll }).click()
  await until(async () => (await rows(page).count()) === 10)
  expect(browserErrors).toEqual([])
})

it('lists the policies that an account violates, with the resources and the fix', async () => {
  const { page } = await product.visitAs('Niamh', tab(busy(), 'security'))
  const compliance = panel(page, complianceLabels.title)
  await compliance.getByRole('img', { name: complianceLabels.share('%') }).waitFor()
  await compliance.getByRole('button', { name: /^Resources should carry an environment tag/ }).click()
  await compliance.getByText(complianceLabels.remedy).waitFor()
  expect(await compliance.getByRole('link', { name: complianceLabels.viewPolicy }).getAttribute('href')).toMatch(
    /^https:\/\/portal\.azure\.com/,
  )
})

it('explains how to turn on Defender and Azure Policy, independently of each other', async () => {
  const disabledAccount = account(
    (each) => !defenderIsOn(product.simulator, subscription(each)) && evaluatedAt(product.simulator, subscription(each)) !== undefined,
  )
  const unevaluatedAccount = account(
    (each) => defenderIsOn(product.simulator, subscription(each)) && evaluatedAt(product.simulator, subscription(each)) === undefined,
  )
  const { page } = await product.visitAs('Niamh', tab(disabledAccount, 'security'))
  await panel(page, insightPanels.vulnerabilities.title).getByText(titleAndText(vulnerabilitiesOff)[0]).waitFor()
  await panel(page, complianceLabels.title)
    .getByRole('img', { name: complianceLabels.share('%') })
    .waitFor()
  await page.goto(product.url + tab(unevaluatedAccount, 'security'))
  await panel(page, complianceLabels.title).getByText(titleAndText(policyNeverEvaluated)[0]).waitFor()
  await panel(page, insightPanels.vulnerabilities.title)
    .getByRole('combobox', { name: findingLabels.severity })
    .or(page.getByText(findingLabels.none))
    .first()
    .waitFor()
  await panel(page, complianceLabels.title).getByRole('button', { name: complianceLabels.evaluate }).click()
  await panel(page, complianceLabels.title).getByText(complianceLabels.evaluating).waitFor()
  await panel(page, complianceLabels.title)
    .getByRole('img', { name: complianceLabels.share('%') })
    .waitFor()
})

it('shows the costs if the savings can’t be loaded, and the old savings if a refresh fails', async () => {
  const visible = account((each) => savingsOf(product.simulator, subscription(each)).toArray().length > 1)
  const possibleSavings = costTabLabels.possibleSavings(savingsOf(product.simulator, subscription(visible)).toArray().length)
  const deniedAction = { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'Not you.' } } } as const
  product.simulator.faults.add({ service: 'arm', path: 'Advisor/recommendations', action: deniedAction })
  const { page, browserErrors } = await product.visitAs('Niamh', tab(visible, 'cost'))
  const [cost, savings] = [panel(page, insightPanels.cost.title), panel(page, insightPanels.savings.title)]
  await savings.getByText(uiLabels.loadFailed(insightPanels.savings.subject)).waitFor()
  await cost.getByText(costTabLabels.byService, { exact: true }).waitFor()
  expect(await cost.getByRole('table', { name: costTabLabels.byMonth }).getByRole('row').count()).toBe(13)
  product.simulator.faults.clear()
  await savings.getByRole('button', { name: uiLabels.retry }).click()
  await savings.getByText(possibleSavings).waitFor()

  await page.waitForTimeout(10_500)
  product.simulator.faults.add({ service: 'arm', path: 'Advisor/recommendations', action: deniedAction })
  await savings.getByRole('button', { name: insightLabels.refresh }).click()
  await savings.getByText(insightLabels.outdated).waitFor()
  await savings.getByText(possibleSavings).waitFor()
  expect(browserErrors).toEqual([])
})

it('shows the rest of the page while one response from Azure is slow', async () => {
  product.simulator.faults.add({ service: 'arm', path: 'policyStates', action: { kind: 'delay', ms: 12_000 } })
  const slowAccount = account(
    (each) => findings(each).length > 20 && each.id !== busy().id && evaluatedAt(product.simulator, subscription(each)) !== undefined,
  )
  const { page } = await product.visitAs('Niamh', tab(slowAccount, 'security'))
  await rows(page).first().waitFor()
  await panel(page, complianceLabels.title).getByText(insightLabels.refreshing).waitFor()
  await panel(page, complianceLabels.title)
    .getByRole('img', { name: complianceLabels.share('%') })
    .waitFor()
})

it('hides cost and security from people without permission, and explains why', async () => {
  const { page } = await product.visitAs('Tomasz', tab(busy(), 'cost'))
  await page.getByText(costTabLabels.hidden).waitFor()
  await page.goto(product.url + tab(busy(), 'security'))
  await page.getByText(securityTabLabels.hidden).waitFor()
  await page.getByText(reasons.seeAll).waitFor()
})

it('shows cost and security on a phone without sideways scrolling', async () => {
  const { page } = await product.visitAs('Niamh', tab(busy(), 'security'), { viewport: { width: 390, height: 800 } })
  await rows(page).first().waitFor()
  await panel(page, complianceLabels.title)
    .getByRole('img', { name: complianceLabels.share('%') })
    .waitFor()
  expect(await hasHorizontalScroll(page)).toBe(false)
  await page.goto(product.url + tab(busy(), 'cost'))
  await panel(page, insightPanels.cost.title).getByText(costTabLabels.byService, { exact: true }).waitFor()
  expect(await hasHorizontalScroll(page)).toBe(false)
})
