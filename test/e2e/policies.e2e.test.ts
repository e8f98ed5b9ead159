import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestAccess } from '../../server/features/access/assignments/access.fixture.ts'
import { publishChange } from '../../server/workflows/changes.ts'
import { conditionLabels } from '../../web/features/approvals/policies/conditionLabels.ts'
import { policyLabels } from '../../web/features/approvals/policies/labels.ts'
import { endedSentences, versionDisplays } from '../../web/features/approvals/policies/versionLabels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { putPolicy } from '../putPolicy.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const development = () =>
  product.company.accounts
    .filter(({ environment, status }) => environment === 'development' && status === 'active')
    .slice(2 * previousAttempts())
const reason = 'Development is open to all of staff.'
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: policyLabels.sections }).getByRole('link', { name }).click()

it('publishes a policy after a replay and another administrator’s approval, for the next request', async () => {
  // An earlier attempt might leave a different live policy or a draft.
  if (previousAttempts() > 0) {
    await product.db.deleteFrom('approval_policies').where('subject_kind', '=', 'accessRequest').where('status', '=', 'draft').execute()
    await putPolicy(product, 'accessRequest', { approve: [] })
  }
  const [firstAccount, secondAccount] = development()
  const pastRequest = await requestAccess(product, firstAccount!)
  expect(pastRequest.answer.status).toBe(201)

  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/policies')
  const drafts = () =>
    product.db
      .selectFrom('approval_policies')
      .select('version')
      .where('subject_kind', '=', 'accessRequest')
      .where('status', '=', 'draft')
      .execute()
  await page.getByRole('link', { name: `${policyLabels.edit} for Account access` }).click()
  const propose = page.getByRole('button', { name: policyLabels.proposeDialog })
  await page.getByText(policyLabels.noChanges).waitFor()
  expect(await propose.getAttribute('aria-disabled')).toBe('true')
  expect(await drafts()).toEqual([])
  const rules = page.getByRole('region', { name: policyLabels.automaticApprovals })
  await rules.getByRole('button', { name: policyLabels.addApprovalRule }).click()
  await rules.getByRole('button', { name: conditionLabels.asCode }).last().click()
  await rules.getByRole('button', { name: 'Facts' }).click()
  await page.getByRole('button', { name: 'target.environment is development' }).click()
  expect(await rules.getByLabel('Condition').inputValue()).toBe('target.environment == "development"')
  await rules.getByLabel('Condition').fill('target.environment == "development" && request.hour > 0')
  await rules.getByLabel(policyLabels.ruleReason).fill(reason)
  await rules.getByText(/hour/).last().waitFor()
  await rules.getByLabel('Condition').fill('target.environment == "development" && !request.privileged')
  await rules.getByText(`Approved automatically if the environment is development`).first().waitFor()

  await page.reload()
  await page.getByText(policyLabels.restored).waitFor()
  await page.setViewportSize({ width: 1440, height: 500 })
  await rules.getByLabel(policyLabels.ruleReason).scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const scrolledBefore = await scrolled()
  expect(scrolledBefore).toBeGreaterThan(100)
  await page.getByRole('button', { name: policyLabels.saveDraft }).click()
  await page.getByText(policyLabels.draftSaved).first().waitFor()
  await page.getByText(/Version \d+ · Draft/).waitFor()
  expect(await scrolled()).toBeGreaterThan(scrolledBefore / 2)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await drafts()).toHaveLength(1)

  await tab(page, 'Replay')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page
    .getByText(/would change/)
    .first()
    .waitFor()
  const updated = page.getByRole('list', { name: policyLabels.changedResults })
  await updated.getByText(`Approved automatically: “${reason}”`).first().waitFor()
  await updated
    .getByRole('link', { name: /^View reason for/ })
    .first()
    .click()
  await page.getByText(policyLabels.met, { exact: true }).waitFor()

  await propose.click()
  await page.getByLabel(policyLabels.changeReason).fill('Nobody ever refuses these.')
  await page.getByRole('button', { name: policyLabels.propose }).click()
  await page.getByText(versionDisplays.proposed.label).first().waitFor()
  expect(browserErrors).toEqual([])

  const elif = await product.visitAs('Elif', '/app/approvals')
  await elif.page.getByText('Nobody ever refuses these.').first().waitFor()
  await elif.page.getByRole('button', { name: /^Approve/ }).click()
  await elif.page
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()
  await page.getByText(/Version \d+ · Live/).waitFor()

  const next = await requestAccess(product, secondAccount!)
  expect(next.body.status).toBe('approved')
  const priya = await product.visitAs('Priya', `/app/access/requests/${next.body.id}`)
  await priya.page.getByText(reason).first().waitFor()
  expect(await violationsAt(page, `${product.url}/app/admin/policies`, 'dark', 390)).toEqual([])
  expect([...browserErrors, ...elif.browserErrors, ...priya.browserErrors]).toEqual([])
})

it('says that the edited version was replaced, and keeps what was typed', async () => {
  const row = () =>
    product.db
      .selectFrom('approval_policies')
      .select(['id', 'version'])
      .where('subject_kind', '=', 'sandboxRequest')
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
  const { id, version } = await row()
  const { page, browserErrors } = await product.visitAs('Niamh', `/app/admin/policies/${id}?version=${version}&tab=edit`)
  const description = () => page.locator('textarea[name=description]')
  await page.getByRole('link', { name: policyLabels.templateRules }).waitFor()
  await description().fill('Typed before the replacement.')
  const restore = await putPolicy(product, 'sandboxRequest', {})
  await publishChange(product.db, { kind: 'approvalPolicy', id })
  await page.getByText(endedSentences.replaced(version)).waitFor()
  await page.getByRole('button', { name: policyLabels.continueIn((await row()).version) }).click()
  await expect.poll(() => description().inputValue()).toBe('Typed before the replacement.')
  await page.getByText(policyLabels.restored).waitFor()
  await restore()
  await publishChange(product.db, { kind: 'approvalPolicy', id })
  await page.getByText(policyLabels.changesKept).waitFor()
  await page.getByRole('button', { name: policyLabels.discardChanges }).click()
  await page.getByText(policyLabels.changesKept).waitFor({ state: 'detached' })
  expect(await violationsAt(page, page.url(), 'dark', 390)).toEqual([])
  expect(browserErrors).toEqual([])
})
