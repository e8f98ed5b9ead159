import type { Locator, Page } from 'playwright-core'
import { approveLabel } from '../../simulator/identity/signInPage.ts'
import { changeNumber } from '../../simulator/servicenow/tickets.ts'
import { newRequest } from '../../test/newRequest.ts'
import { requestAccessLabels } from '../../web/features/access/assignments/labels.ts'
import { findLabels } from '../../web/features/access/groups/groupLabels.ts'
import { activateLabels, rolesPageLabels } from '../../web/features/access/pim/labels.ts'
import { accountActionLabels, accountsLabels, recordLabels } from '../../web/features/accounts/accounts/labels.ts'
import { stepLabels, wizardLabels } from '../../web/features/accounts/requests/labels.ts'
import { decisionOn, decisions, inboxLabels } from '../../web/features/approvals/inbox/labels.ts'
import { conditionLabels } from '../../web/features/approvals/policies/conditionLabels.ts'
import { policyLabels } from '../../web/features/approvals/policies/labels.ts'
import { stuckLabels } from '../../web/features/platform/cockpit/stuckLabels.ts'
import { requestFormLabels } from '../../web/features/sandboxes/sandboxes/pageLabels.ts'
import { paths } from '../../web/paths.ts'
import { formProblemLabels, reasonField } from '../../web/shared/formLabels.ts'
import { labelFor } from '../../web/shared/labels.ts'
import { startFromLabels } from '../../web/shared/startFromLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import type { TaskProduct } from './product.ts'

export interface Job {
  title: string
  person: string
  strong?: false
  max: { clicks: number; keys: number }
  prepare?: (product: TaskProduct) => Promise<void>
  /** Starts on Home, and resolves when the person sees that the job is done. */
  run: (page: Page, product: TaskProduct) => Promise<void>
}

const reason = 'Needed for the summer campaign.'

const linkTo = (page: Page, href: string): Locator => page.getByRole('main').locator(`a[href="${href}"]`).first()
const navigate = (page: Page, href: string) => page.getByRole('navigation').locator(`a[href="${href}"]`).first().click()
const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name })
const dialogOf = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const waitForUrl = (page: Page, pattern: RegExp) => page.waitForURL((url) => pattern.test(url.pathname))

const focused = (field: Locator) => field.and(field.page().locator(':focus')).waitFor()

async function typeAndTake(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.locator('[role=option][data-active=true]', { hasText: text }).waitFor()
  await page.keyboard.press('Enter')
}

const ownedBy = ({ company, persona }: TaskProduct, givenName: string) =>
  company.accounts.filter(
    ({ kind, status, ownerIds }) => kind === 'cloud' && status === 'active' && ownerIds.includes(persona(givenName).id),
  )

const approvalNames = [1, 2, 3, 4, 5].map((n) => `checkout-task-${n}`)
const reviewName = 'Readers of the basket'
const stuckName = 'checkout-stuck'

export const jobs: readonly Job[] = [
  {
    title: 'request an account',
    person: 'Priya',
    max: { clicks: 5, keys: 3 },
    async run(page) {
      await linkTo(page, paths.requestAccount()).click()
      await focused(page.getByRole('combobox', { name: startFromLabels.label }))
      await typeAndTake(page, 'checkout-basket-dev')
      await focused(page.getByLabel(wizardLabels.name, { exact: true }))
      await page.keyboard.type('checkout-campaign-dev')
      await page.keyboard.press('Tab')
      await page.keyboard.type(reason)
      const next = () => button(page, uiLabels.continue).click()
      const waitForStep = (step: keyof typeof stepLabels) => page.getByRole('heading', { name: stepLabels[step].title, level: 2 }).waitFor()
      await next()
      await waitForStep('platform')
      await page.getByRole('radio', { name: new RegExp(`^${labelFor('connectivity', 'none')}`) }).click()
      await next()
      await waitForStep('people')
      await focused(page.getByLabel(wizardLabels.budget))
      await page.keyboard.type('800')
      await page.keyboard.press('Enter')
      await waitForStep('review')
      await page.getByRole('main').locator('button[type=submit]').click()
      await waitForUrl(page, /\/app\/requests\/[0-9a-f-]{36}$/)
    },
  },
  {
    title: 'decide five approvals',
    person: 'Ravi',
    max: { clicks: 1, keys: 10 },
    async prepare(product) {
      await product.emptyInbox('Ravi')
      for (const name of approvalNames) await product.post('Priya', '/account-requests', newRequest(product, { name }))
    },
    async run(page) {
      await page.getByRole('main').locator(`a[href^="${paths.approvals()}?id="]`).first().click()
      for (const [index, name] of approvalNames.entries()) {
        await page.getByRole('heading', { name, level: 2 }).waitFor()
        await button(page, decisions.approve.label).waitFor()
        if (index < approvalNames.length - 1) {
          await page.keyboard.press('a')
          await button(page, decisionOn('approve', name)).waitFor()
          await page.keyboard.press('Enter')
        } else {
          await page.keyboard.press('r')
          await page.getByLabel(decisions.reject.asks).waitFor()
          await page.keyboard.type(reason)
          await page.keyboard.press('Control+Enter')
        }
      }
      await page.getByText(inboxLabels.allDone).waitFor()
    },
  },
  {
    title: 'find and request access',
    person: 'Priya',
    max: { clicks: 3, keys: 0 },
    async run(page) {
      await linkTo(page, paths.findAccess()).click()
      await focused(page.getByLabel(findLabels.question))
      await page.keyboard.type('deploy to basket test')
      const result = page.getByRole('list', { name: findLabels.results }).locator('> li').first()
      await result.getByText('az-checkout-basket-test-deployers', { exact: true }).waitFor()
      await button(result, findLabels.request).click()
      await dialogOf(page).getByLabel(reasonField.label).waitFor()
      await page.keyboard.type(reason)
      await button(dialogOf(page), requestAccessLabels.submit).click()
      await result.getByText(/^AXS-/).waitFor()
    },
  },
  {
    title: 'activate a privileged role',
    person: 'Daniel',
    strong: false,
    max: { clicks: 6, keys: 0 },
    async run(page, product) {
      const account = ownedBy(product, 'Daniel')[0]!
      const active = product.company.accounts.filter(({ status }) => status === 'active')
      await navigate(page, paths.privilegedRoles())
      await focused(page.getByLabel(rolesPageLabels.find))
      await page.keyboard.type(account.name)
      await button(
        page.getByRole('region', { name: account.name, exact: true }),
        activateLabels.activateRole('User Access Administrator'),
      ).click()
      const form = dialogOf(page)
      await form.getByText(formProblemLabels.confirmNext).waitFor()
      await page.keyboard.type(reason)
      await form.getByLabel(activateLabels.ticket).click()
      await page.keyboard.type(changeNumber(active.indexOf(account)))
      await button(form, activateLabels.activate).click()
      await button(page, product.persona('Daniel').displayName).first().click()
      await button(page, approveLabel).click()
      await page.getByRole('list', { name: rolesPageLabels.open }).getByText('User Access Administrator').first().waitFor()
    },
  },
  {
    title: 'request a sandbox',
    person: 'Priya',
    max: { clicks: 3, keys: 1 },
    async run(page) {
      await linkTo(page, paths.requestSandbox()).click()
      await page.getByRole('radio', { name: /^Web app playground/ }).click()
      await focused(page.getByLabel(requestFormLabels.name, { exact: true }))
      await page.keyboard.type('basket-lab')
      await page.keyboard.press('Tab')
      await page.keyboard.type(reason)
      await page.getByText(requestFormLabels.noApproval).waitFor()
      await page.getByRole('main').locator('button[type=submit]').click()
      await waitForUrl(page, /\/app\/sandboxes\/requests\/[0-9a-f-]{36}$/)
    },
  },
  {
    title: 'request a decommission',
    person: 'Daniel',
    max: { clicks: 4, keys: 2 },
    async run(page) {
      const account = page
        .getByRole('main')
        .locator(`a[href^="${paths.accounts()}/"]`)
        .filter({ hasText: labelFor('environment', 'development') })
      await account.first().click()
      await button(page, accountActionLabels.more).click()
      await page.getByRole('menuitem', { name: accountActionLabels.decommission, exact: true }).click()
      await page.locator('[name=confirmName]').waitFor()
      await page.getByRole('textbox', { name: reasonField.label }).click()
      await page.keyboard.type(reason)
      await page.keyboard.press('Tab')
      const title = await page.getByRole('heading', { level: 1 }).innerText()
      await page.keyboard.type(title.split(' ').at(-1)!)
      await page.keyboard.press('Enter')
      await waitForUrl(page, /\/app\/accounts\/[0-9a-f-]{36}$/)
    },
  },
  {
    title: 'retry a stuck run',
    person: 'Niamh',
    max: { clicks: 2, keys: 0 },
    prepare: failRun,
    async run(page) {
      await linkTo(page, paths.stuckWork({ kind: 'run' })).click()
      const row = page.getByRole('grid', { name: stuckLabels.list }).getByRole('row').filter({ hasText: stuckName })
      await button(row, stuckLabels.retry).click()
      await row.waitFor({ state: 'detached' })
    },
  },
  {
    title: 'add an existing subscription',
    person: 'Niamh',
    max: { clicks: 2, keys: 3 },
    async run(page, { company }) {
      await navigate(page, paths.accounts())
      await button(page, accountsLabels.addExisting).click()
      const form = dialogOf(page)
      await focused(form.getByRole('combobox', { name: startFromLabels.label }))
      await typeAndTake(page, 'checkout-basket-dev')
      await focused(form.getByLabel(recordLabels.name, { exact: true }))
      await page.keyboard.type('checkout-legacy-dev')
      await page.keyboard.press('Tab')
      await page.keyboard.type(company.hub.subscriptionId)
      await page.keyboard.press('Enter')
      await form.waitFor({ state: 'detached' })
    },
  },
  {
    title: 'decide an access review',
    person: 'Grace',
    max: { clicks: 1, keys: 6 },
    async prepare(product) {
      const review = {
        name: reviewName,
        scope: { kind: 'group', id: await groupOf(product) },
        reviewers: 'named',
        reviewerIds: [product.persona('Grace').id],
        startsAt: null,
        days: 14,
        defaultDecision: 'keep',
        reasonToKeep: false,
        recurrence: 'none',
      }
      const { id } = await product.post('Niamh', '/account-access/reviews', review)
      await waitForRow(() => product.db.selectFrom('access_review_items').select('id').where('review_id', '=', id).executeTakeFirst())
    },
    async run(page, product) {
      await page.getByRole('main').getByRole('link').filter({ hasText: reviewName }).first().click()
      const items = page.locator('[data-item]')
      await items.first().and(page.locator('[aria-current]')).waitFor()
      const memberships = await items.count()
      for (let n = 0; n < memberships; n++) {
        const decided = page.waitForResponse((response) => response.url().endsWith('/decisions'))
        await page.keyboard.press(n === 1 ? 'r' : 'a')
        await decided
      }
      await items
        .locator('button[aria-pressed=true]')
        .nth(memberships - 1)
        .waitFor()
    },
  },
  {
    title: 'propose a policy change',
    person: 'Niamh',
    max: { clicks: 6, keys: 1 },
    async run(page) {
      await button(page.getByRole('navigation'), /^Govern/).click()
      await navigate(page, paths.policies())
      await page.getByRole('link', { name: policyLabels.edit }).first().click()
      await page.getByRole('combobox', { name: conditionLabels.valueOf('Environment') }).click()
      await typeAndTake(page, 'preproduction')
      await button(page, policyLabels.proposeDialog).click()
      await page.getByLabel(policyLabels.changeReason).waitFor()
      await page.keyboard.type(reason)
      await button(page, policyLabels.propose).click()
      await button(page, policyLabels.proposeDialog).waitFor({ state: 'detached' })
    },
  },
]

async function waitForRow<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const row = await find()
    if (row !== undefined) return row
  }
  throw new Error('The database has no such row after a minute.')
}

/** Creates a run that failed because ServiceNow denied a call, which works again now. */
async function failRun(product: TaskProduct): Promise<void> {
  const { simulator, db, post } = product
  const fault = simulator.faults.add({
    service: 'servicenow',
    method: 'POST',
    action: { kind: 'status', status: 403, body: { error: { message: 'Insufficient rights', detail: '' }, status: 'failure' } },
  })
  const request = await post('Priya', '/account-requests', newRequest(product, { name: stuckName, connectivity: 'none' }))
  for (const [index, givenName] of ['Ravi', 'Margaret'].entries())
    await post(givenName, `/account-approvals/${request.approvals[0].id}`, { decision: 'approve', stage: index + 1 })
  await waitForRow(() =>
    db.selectFrom('work_runs').select('id').where('subject_id', '=', request.id).where('status', '=', 'failed').executeTakeFirst(),
  )
  simulator.faults.remove(fault)
}

async function groupOf(product: TaskProduct): Promise<string> {
  const nickname = `az-${ownedBy(product, 'Daniel')[2]!.name}-contributors`
  return (await product.db.selectFrom('access_groups').select('id').where('name', '=', nickname).executeTakeFirstOrThrow()).id
}
