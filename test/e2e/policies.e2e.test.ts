import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestAccess } from '../../server/features/access/assignments/access.fixture.ts'
import { accessRequestSubject } from '../../server/features/access/assignments/subject.ts'
import { describeAutomaticRule } from '../../server/features/approvals/policies/labels.ts'
import { publishChange } from '../../server/workflows/changes.ts'
import { decisions } from '../../web/features/approvals/inbox/labels.ts'
import { conditionLabels } from '../../web/features/approvals/policies/conditionLabels.ts'
import { policyLabels } from '../../web/features/approvals/policies/labels.ts'
import { describeReplayOutcome } from '../../web/features/approvals/policies/replayLabels.ts'
import { endedSentences, versionDisplays } from '../../web/features/approvals/policies/versionLabels.ts'
import { paths } from '../../web/paths.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { putPolicy } from '../putPolicy.ts'
import { violationsAt } from './barriers.ts'
import { screenshot } from './browser.ts'
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
  await page.getByRole('link', { name: `${policyLabels.edit} for ${accessRequestSubject.policy.name}` }).click()
  const propose = page.getByRole('button', { name: policyLabels.proposeDialog })
  await page.getByText(policyLabels.noChanges).waitFor()
  expect(await propose.getAttribute('aria-disabled')).toBe('true')
  expect(await drafts()).toEqual([])
  const rules = page.getByRole('region', { name: policyLabels.automaticApprovals })
  await rules.getByRole('button', { name: policyLabels.addApprovalRule }).click()
  await rules.getByRole('button', { name: conditionLabels.asCode }).last().click()
  await rules.getByRole('button', { name: policyLabels.facts }).click()
  await page.getByRole('button', { name: policyLabels.factIs('target.environment', 'development') }).click()
  expect(await rules.getByLabel(conditionLabels.condition).inputValue()).toBe('target.environment == "development"')
  await rules.getByLabel(conditionLabels.condition).fill('target.environment == "development" && request.hour > 0')
  await rules.getByLabel(policyLabels.ruleReason).fill(reason)
  await expect.poll(() => rules.getByLabel(conditionLabels.condition).getAttribute('aria-invalid')).toBe('true')
  const when = 'target.environment == "development" && !request.privileged'
  await rules.getByLabel(conditionLabels.condition).fill(when)
  await rules.getByText(describeAutomaticRule({ when, reason }, 'Approved')).first().waitFor()

  await page.reload()
  await page.getByText(policyLabels.restored).waitFor()
  await page.setViewportSize({ width: 1440, height: 500 })
  await rules.getByLabel(policyLabels.ruleReason).scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const scrolledBefore = await scrolled()
  expect(scrolledBefore).toBeGreaterThan(100)
  await page.getByRole('button', { name: policyLabels.saveDraft }).click()
  await page.getByText(policyLabels.draftSaved).first().waitFor()
  await page.getByText(policyLabels.version((await drafts())[0]!.version, versionDisplays.draft.label)).waitFor()
  expect(Math.abs((await scrolled()) - scrolledBefore)).toBeLessThan(120)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(policyLabels.saveDraft)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await drafts()).toHaveLength(1)

  await tab(page, policyLabels.replay)
  await page.getByRole('button', { name: policyLabels.replay, exact: true }).click()
  const updated = page.getByRole('list', { name: policyLabels.differences })
  await updated
    .getByText(describeReplayOutcome({ outcome: 'approved', reason, when: null, reading: null, stages: [] }))
    .first()
    .waitFor()
  await updated.getByRole('link', { name: policyLabels.viewReason }).first().click()
  await page.getByText(policyLabels.met, { exact: true }).waitFor()

  const [{ version }] = (await drafts()) as [{ version: number }]
  await propose.click()
  await page.getByLabel(policyLabels.changeReason).fill('Nobody ever refuses these.')
  await page.getByRole('button', { name: policyLabels.propose }).click()
  await page.getByText(versionDisplays.proposed.label).first().waitFor()
  expect(browserErrors).toEqual([])

  const elif = await product.visitAs('Elif', '/app/approvals')
  await elif.page.getByText('Nobody ever refuses these.').first().waitFor()
  await elif.page
    .getByRole('cell')
    .filter({ hasText: describeAutomaticRule({ when, reason }, 'Approved') })
    .waitFor()
  expect(await elif.page.getByText(when).count()).toBe(0)
  await elif.page.getByRole('button', { name: uiLabels.code }).first().click()
  await elif.page.getByText(when).waitFor()
  await screenshot(elif.page, 'policy-change-code')
  await elif.page.getByRole('button', { name: decisions.approve.label }).click()
  await elif.page.getByRole('button', { name: decisions.approve.label }).last().click()
  await page.getByText(policyLabels.version(version, versionDisplays.live.label)).waitFor()

  const next = await requestAccess(product, secondAccount!)
  expect(next.body.status).toBe('approved')
  const priya = await product.visitAs('Priya', `/app/access/requests/${next.body.id}`)
  await priya.page.getByText(reason).first().waitFor()
  expect(await violationsAt(page, `${product.url}/app/admin/policies`, 'dark', 390)).toEqual([])
  expect([...browserErrors, ...elif.browserErrors, ...priya.browserErrors]).toEqual([])
})

it('saves without proposing on Enter, and with “Propose” only if the saved draft can be proposed', async () => {
  const drafts = () =>
    product.db.selectFrom('approval_policies').select(['id', 'status', 'name']).where('subject_kind', '=', 'accountUpdate').execute()
  await product.db.deleteFrom('approval_policies').where('subject_kind', '=', 'accountUpdate').where('status', '=', 'draft').execute()
  const live = (await drafts()).find(({ status }) => status === 'live')!
  const draftNames = async () => (await drafts()).flatMap(({ status, name }) => (status === 'draft' ? name : []))
  const { page, browserErrors } = await product.visitAs('Niamh', paths.policy(live.id, { tab: 'edit' }))
  const name = page.locator('input[name=name]')
  const dialog = page.locator('[role=dialog]:not([data-type])')
  await name.fill(`${live.name}, saved`)
  await name.press('Enter')
  await page.getByText(policyLabels.draftSaved).first().waitFor()
  await page.getByText(versionDisplays.draft.label).first().waitFor()
  expect(await draftNames()).toEqual([`${live.name}, saved`])
  expect(await dialog.count()).toBe(0)

  const propose = page.getByRole('button', { name: policyLabels.proposeDialog })
  await name.fill(live.name)
  await propose.click()
  await page.getByText(policyLabels.savedNotProposed).waitFor()
  expect(await draftNames()).toEqual([live.name])
  expect(await dialog.count()).toBe(0)

  await name.fill(`${live.name}, proposed`)
  await propose.click()
  await dialog.waitFor()
  expect(await draftNames()).toEqual([`${live.name}, proposed`])
  expect(browserErrors).toEqual([])
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
