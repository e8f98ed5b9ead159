import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOf, changeInServiceNow, down, inServiceNow } from '../../server/features/services/incidents/incidents.fixture.ts'
import { alertStateLabels, describePriority, incidentDisplays } from '../../web/features/services/incidents/incidentLabels.ts'
import { alertKeyLabels, incidentLabels } from '../../web/features/services/incidents/labels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { runSchedule } from '../runSchedules.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const tab = (n: number) => `/app/accounts/${accountOf(product, n).id}?tab=incidents`
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')

it('raises an incident by keyboard, and shows its progress', async () => {
  const { page, browserErrors } = await product.visitAs('Daniel', tab(0))
  await page.getByRole('button', { name: incidentLabels.raise }).press('Enter')
  const form = dialog(page)
  await form.getByLabel(incidentLabels.title).waitFor()
  await page.keyboard.press('Enter')
  await form.getByText(incidentLabels.titleMissing).waitFor()
  const title = nameOfAttempt('Tills in York are offline')
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Since ten past nine, in all stores of the north. Restarting the tills did not help.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await form.getByText(describePriority(2), { exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => form.getByLabel(incidentLabels.configurationItem).inputValue()).toBe(accountOf(product, 0).name)
  const group = form.getByLabel(incidentLabels.assignmentGroup)
  await group.focus()
  await group.fill('payments op')
  await page
    .getByRole('option', { name: /^Payments Operations/ })
    .and(page.locator('[data-active=true]'))
    .waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => group.inputValue()).toBe('Payments Operations')
  await form.getByRole('button', { name: incidentLabels.raise }).press('Enter')
  await form.waitFor({ state: 'detached' })

  const row = page.getByRole('list', { name: incidentLabels.raised }).getByRole('listitem').first()
  await row.getByText(title).waitFor()
  await row.getByText(incidentDisplays.new.label, { exact: true }).waitFor()
  const [incident] = inServiceNow(product, title)
  expect(incident).toMatchObject({ priority: '2', description: expect.stringContaining('all stores of the north') })
  expect(await row.getByRole('link', { name: incident!.number }).getAttribute('href')).toContain(incident!.sys_id)
  changeInServiceNow(product, incident!.number!, { state: '2' })
  await product.db
    .updateTable('incidents')
    .set({ checked_at: new Date(0) })
    .execute()
  await runSchedule(product, 'syncIncidents')
  await row.getByText(incidentDisplays.inProgress.label).waitFor()
  expect(browserErrors).toEqual([])
})

it('accepts an incident while ServiceNow is down, and shows this', async () => {
  const title = nameOfAttempt('Nothing answers any more')
  const { page, browserErrors } = await product.visitAs('Tomasz', tab(1))
  await page.getByText(incidentLabels.none).waitFor()
  expect(await page.getByRole('heading', { name: alertKeyLabels.keys }).count()).toBe(0)
  const fault = product.simulator.faults.add({
    service: 'servicenow',
    action: { ...down, headers: { ...down.headers, 'retry-after': '1' } },
  })
  await page.getByRole('button', { name: incidentLabels.raise }).click()
  const form = dialog(page)
  await form.getByLabel(incidentLabels.title).fill(title)
  await form.getByLabel(incidentLabels.description).fill('Everything is red.')
  await form.getByRole('button', { name: incidentLabels.raise }).click()
  await page.getByText(incidentLabels.submitted).waitFor()
  const row = page.getByRole('list', { name: incidentLabels.raised }).getByRole('listitem')
  await row.getByText(incidentDisplays.sending.label).waitFor()
  product.simulator.faults.remove(fault)
  await row.getByText(incidentDisplays.new.label, { exact: true }).waitFor()
  expect(inServiceNow(product, title)).toHaveLength(1)
  expect(browserErrors).toEqual([])
})

it('creates a key, shows an alert sent with it and the alert’s incident, and deletes the key', async () => {
  const { page, browserErrors } = await product.visitAs('Daniel', tab(2))
  await page.getByText(incidentLabels.noAlerts).waitFor()
  await page.getByRole('button', { name: alertKeyLabels.start }).click()
  const form = dialog(page)
  await form.getByLabel(alertKeyLabels.name).fill('till-monitoring')
  await form.getByRole('button', { name: alertKeyLabels.create }).click()
  const url = (await form.getByRole('region', { name: uiLabels.textOf(alertKeyLabels.url) }).textContent())!
  expect(url).toContain(`/snow/alert/account/${accountOf(product, 2).id}/key/slwa_`)
  await form.getByRole('button', { name: alertKeyLabels.done }).click()
  await form.getByText(alertKeyLabels.storeFirst).waitFor()
  await form.getByLabel(alertKeyLabels.stored).check()
  await form.getByRole('button', { name: alertKeyLabels.done }).click()
  await form.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(url.split('/').at(-1))

  const send = () =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Queue of payments is stuck', severity: 'high' }),
    }).then(({ status }) => status)
  expect(await send()).toBe(202)
  const alert = page.getByRole('list', { name: incidentLabels.alerts }).getByRole('listitem')
  await alert.getByText('Queue of payments is stuck').waitFor()
  await alert.getByText(alertStateLabels.firing).waitFor()
  await alert.getByRole('link', { name: /^INC\d+/ }).waitFor()
  const key = page.getByRole('list', { name: alertKeyLabels.keys }).getByRole('listitem')
  await key.getByText(alertKeyLabels.lastUsed).waitFor()
  await key.getByRole('button', { name: `${alertKeyLabels.deleteKey} till-monitoring` }).click()
  await form.getByRole('button', { name: alertKeyLabels.delete }).click()
  await page.getByText(alertKeyLabels.none).waitFor()
  expect(await send()).toBe(401)
  expect(browserErrors).toEqual([])
})
