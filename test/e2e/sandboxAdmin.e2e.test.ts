import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../sample/seed.ts'
import { deleteResources } from '../../server/features/sandboxes/provisioning/clean/cleanUp.ts'
import { processes } from '../../server/features/sandboxes/provisioning/processes.ts'
import { subscriptionMissing } from '../../server/features/sandboxes/templates/createSandboxHost.ts'
import { describeApproval, describeMaxBudget, describeSpan } from '../../web/features/sandboxes/sandboxes/labels.ts'
import { sandboxPageLabels } from '../../web/features/sandboxes/sandboxes/page/sandboxPageLabels.ts'
import { failureLabels } from '../../web/features/sandboxes/sandboxes/pageLabels.ts'
import { describeCapacity, totalCapacity } from '../../web/features/sandboxes/templates/capacity.ts'
import {
  hostLabels,
  sandboxAdminDenied,
  shortestNote,
  templateFormLabels,
  workLabels,
} from '../../web/features/sandboxes/templates/templateLabels.ts'
import { reasonField, spanFieldLabels } from '../../web/shared/formLabels.ts'
import { nameOfAttempt, previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct, type Visit } from './product.ts'

let product: Product
let niamh: Visit | undefined
async function start(): Promise<void> {
  niamh = undefined
  product = await startProduct()
  await seed(product.databaseUrl, { issuer: product.context.config.oidc.issuer, company: product.company, demonstration: true })
}
beforeAll(start)
afterAll(() => product?.close())

const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type]), [role=alertdialog]')
const template = (name: string) => product.db.selectFrom('sandbox_templates').selectAll().where('name', '=', name).executeTakeFirst()

it('creates a template with a preview of its card, changes it, and disables it', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/sandboxes')
  const name = nameOfAttempt('Event streaming lab')
  await page.getByRole('link', { name: templateFormLabels.create }).click()
  await page.getByRole('button', { name: templateFormLabels.confirm }).click()
  await page.getByRole('button', { name: templateFormLabels.noName }).waitFor()
  const card = page.getByRole('complementary', { name: templateFormLabels.preview })
  await page.getByLabel(templateFormLabels.name, { exact: true }).first().fill(name)
  await page.getByLabel(templateFormLabels.description).fill('To try Event Hubs with the tills’ test events.')
  await card.getByRole('heading', { name }).waitFor()
  await page.getByLabel(templateFormLabels.maxBudget).fill('80')
  await card.getByText(describeMaxBudget({ maxBudget: 8_000, currency: 'GBP' })).waitFor()
  await page.getByRole('radio', { name: templateFormLabels.aboveLimits }).check()
  await page.getByRole('button', { name: templateFormLabels.confirm }).click()
  await waitForText(page, templateFormLabels.noLimits)
  await page.getByRole('textbox', { name: templateFormLabels.maxDurationWithoutApproval }).fill('1')
  await card.getByText(describeApproval({ mode: 'within', hours: 24 }, 'GBP')).waitFor()
  await page.getByRole('button', { name: templateFormLabels.confirm }).click()

  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: templateFormLabels.edit(name) }).waitFor()
  await page.getByRole('textbox', { name: templateFormLabels.maxDuration, exact: true }).fill('2')
  const defaultDuration = page.getByRole('textbox', { name: templateFormLabels.defaultDuration })
  await defaultDuration.fill('')
  await defaultDuration.pressSequentially('1.25')
  await page.keyboard.press('Tab')
  expect(await defaultDuration.inputValue()).toBe('30')
  await page
    .getByRole('combobox', { name: spanFieldLabels.unit(templateFormLabels.defaultDuration) })
    .getByText(spanFieldLabels.hours)
    .waitFor()
  const reminder = page.getByRole('textbox', { name: templateFormLabels.reminder(1) })
  await reminder.fill('')
  await reminder.pressSequentially('3')
  const secondReminder = page.getByRole('textbox', { name: templateFormLabels.reminder(2) })
  await secondReminder.fill('')
  await page.keyboard.press('Tab')
  await expect.poll(() => secondReminder.getAttribute('aria-invalid')).toBe('true')
  expect(await secondReminder.inputValue()).toBe('')
  await secondReminder.fill('1')
  await page.getByRole('button', { name: templateFormLabels.save }).click()
  await page.getByRole('row', { name }).getByText(describeSpan(48)).waitFor()
  expect(await template(name)).toMatchObject({
    max_budget: 8_000,
    max_hours: 48,
    default_hours: 30,
    reminder_hours: [72, 24, 4],
    approval: { mode: 'within', hours: 24 },
  })

  const priya = await product.visitAs('Priya', '/app/sandboxes')
  await priya.page.getByRole('heading', { name }).waitFor()
  await page.getByRole('button', { name: templateFormLabels.disable(name) }).click()
  await priya.page.getByRole('heading', { name }).waitFor({ state: 'detached' })
  await priya.page.goto(`${product.url}/app/admin/sandboxes`)
  await waitForText(priya.page, sandboxAdminDenied)
  expect([...browserErrors, ...priya.browserErrors]).toEqual([])
})

it('shows the capacity, disables a host and enables it again with a reason', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/sandboxes?tab=capacity')
  const note = `The quota has been raised to ${previousAttempts() + 100}.`
  const { body: hosts } = await product.as(product.persona('Niamh').id).get('/sandbox-hosts')
  const sharedHosts = hosts.filter(({ kind }: { kind: string }) => kind === 'shared')
  await page.getByRole('img', { name: describeCapacity(hostLabels.shared, totalCapacity(sharedHosts)) }).waitFor()
  await page.getByRole('region', { name: hostLabels.queue }).getByRole('link', { name: 'payments-sandbox' }).waitFor()
  await page.getByRole('button', { name: hostLabels.closeNamed('sub-sandbox-shared-2') }).click()
  await dialog(page).getByRole('button', { name: hostLabels.close }).click()
  const restoreButton = page.getByRole('button', { name: hostLabels.reopenNamed('sub-sandbox-shared-2') })
  await restoreButton.click()
  await dialog(page).getByRole('button', { name: hostLabels.reopen }).click()
  await waitForText(page, hostLabels.noteTooShort(shortestNote))
  await dialog(page).getByLabel(reasonField.label).fill(note)
  await dialog(page).getByRole('button', { name: hostLabels.reopen }).click()
  await page.getByText(note).waitFor()
  await page.getByRole('button', { name: hostLabels.add }).click()
  await dialog(page).getByLabel(hostLabels.subscription).fill('00000000-0000-4000-8000-000000000000')
  await dialog(page).getByRole('button', { name: hostLabels.add }).click()
  await waitForText(page, subscriptionMissing)
  const host = await product.db.selectFrom('sandbox_hosts').selectAll().where('name', '=', 'sub-sandbox-shared-2').executeTakeFirstOrThrow()
  expect(host).toMatchObject({ status: 'available', note })
  expect(browserErrors).toEqual([])
})

it('restarts only stuck runs', async () => {
  // A sandbox that an earlier attempt repaired can’t get stuck again, so a retry starts a new product.
  if (previousAttempts() > 0) {
    await product.close()
    await start()
  }
  const stuckSandbox = await product.db
    .selectFrom('sandboxes')
    .select(['id', 'name'])
    .where('name', '=', 'payroll-calc')
    .executeTakeFirstOrThrow()
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/sandboxes')
  await page.getByRole('link', { name: new RegExp(`^${workLabels.tab}`) }).click()
  await page.getByRole('list', { name: workLabels.stuck }).getByRole('link', { name: stuckSandbox.name }).waitFor()
  await page.getByRole('button', { name: workLabels.retry(processes.freezing.title) }).click()
  await waitForText(page, workLabels.nothingToRetry)
  await page.getByRole('button', { name: workLabels.retry(processes.provisioning.title) }).click()
  await waitForText(page, workLabels.retried(1))
  await until(async () => {
    const row = await product.db.selectFrom('sandboxes').select('status').where('id', '=', stuckSandbox.id).executeTakeFirstOrThrow()
    return row.status === 'active'
  })
  await page.getByRole('list', { name: workLabels.stuck }).getByRole('link', { name: stuckSandbox.name }).waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it('shows why a sandbox is quarantined in its row, on its page and with its run, and retries only that run', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/sandboxes?tab=work')
  const runs = page.getByRole('list', { name: workLabels.stuck }).getByRole('listitem').filter({ hasText: 'old-network-lab' })
  await runs.getByText(/network gateway/).waitFor()
  await page.goto(`${product.url}/app/work`)
  await page
    .getByText(/network gateway/)
    .first()
    .waitFor()

  await page.goto(`${product.url}/app/sandboxes/all?filter=status==quarantined`)
  await page.getByRole('button', { name: deleteResources.title }).click()
  const details = page.getByRole('dialog', { name: failureLabels.details })
  await details.getByText(/network gateway/).waitFor()
  await details.getByText(failureLabels.attempts(3)).waitFor()
  await details.getByText(failureLabels.notRetried).waitFor()
  await details.getByRole('link', { name: failureLabels.viewRun }).click()
  await page.getByRole('heading', { name: 'old-network-lab' }).waitFor()
  await page
    .getByText(/network gateway/)
    .first()
    .waitFor()

  const { id } = await product.db.selectFrom('sandboxes').select('id').where('name', '=', 'old-network-lab').executeTakeFirstOrThrow()
  await page.goto(`${product.url}/app/sandboxes/${id}`)
  const status = page.getByRole('region', { name: sandboxPageLabels.status })
  await status.getByText(/network gateway/).waitFor()
  await status.getByRole('button', { name: failureLabels.retry }).click()
  await until(async () => {
    const row = await product.db.selectFrom('sandboxes').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    return row.status === 'deleted'
  })
  await status.getByText(/network gateway/).waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

it.each([
  ['', 'dark', 390],
  ['?tab=capacity', 'light', 390],
  ['?tab=work', 'dark', 1440],
  ['/templates/:web', 'light', 1440],
] as const)('has no accessibility violations or sideways scrolling: %s %s %d', async (address, colorScheme, width) => {
  niamh ??= await product.visitAs('Niamh')
  const web = await template('Web app playground')
  const url = `${product.url}/app/admin/sandboxes${address.replace(':web', web!.id)}`
  expect(await violationsAt(niamh.page, url, colorScheme, width)).toEqual([])
  expect(niamh.browserErrors).toEqual([])
})
