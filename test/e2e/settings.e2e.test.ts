import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingCatalogue } from '../../server/settings/catalogue.ts'
import { defaultTicketPolicy } from '../../server/settings/ticketPolicy.ts'
import { saveLabel } from '../../web/features/platform/settings/settingLabels.ts'
import { ticketLabels, ticketStates } from '../../web/features/platform/settings/ticketLabels.ts'
import { paths } from '../../web/paths.ts'
import { cancelLabel } from '../../web/shared/formLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { numberLabels } from '../../web/ui/numberLabels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'
import { screenLabel } from './screenLabel.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const role = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'
const storedValue = async (name: string) =>
  (await product.db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value

it('saves the accepted states of tickets, the rules of a role, and the default of a cleared number', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', paths.settings())
  await product.db.updateTable('sessions').set({ strong_at: new Date() }).where('person_id', '=', product.persona('Niamh').id).execute()
  const incidents = page.getByRole('group', { name: ticketLabels.incidentStates })
  const form = page.locator('form').filter({ has: incidents.first() })
  for (const state of Object.values(ticketStates.incidentStates)) await incidents.first().getByLabel(state).uncheck()
  await form.getByRole('button', { name: saveLabel }).click()
  await form.getByText(ticketLabels.noState).waitFor()
  await incidents.first().getByLabel(ticketStates.incidentStates[2]).check()
  await form.getByLabel(ticketLabels.maxAge).fill('')
  const text = numberLabels.defaultValue(String(defaultTicketPolicy.maxAgeDays))
  expect(await form.getByLabel(ticketLabels.maxAge).getAttribute('placeholder')).toBe(text)
  await form.getByRole('button', { name: ticketLabels.addRole }).click()
  const roleFields = form.getByRole('group', { name: ticketLabels.role(1) })
  await roleFields.getByLabel(ticketLabels.roleId).fill(role)
  await roleFields.getByLabel(ticketLabels.minAge).fill('60')
  await form.getByRole('button', { name: saveLabel }).click()
  await until(async () => (await storedValue('pimTickets')) !== undefined)
  expect(await storedValue('pimTickets')).toEqual({
    ...defaultTicketPolicy,
    incidentStates: ['2'],
    roles: { [role]: { minAgeMinutes: 60 } },
  })
  expect(await violationsAt(page, page.url(), 'dark', 390)).toEqual([])
  expect(browserErrors).toEqual([])
})

it('saves the default of a setting whose number was cleared', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', paths.settings())
  const panel = page.getByRole('region', { name: settingCatalogue.notificationDays.title })
  const field = panel.getByRole('textbox')
  const save = panel.getByRole('button', { name: saveLabel })
  const days = 60 + previousAttempts()
  await field.fill(String(days))
  await save.click()
  await until(async () => (await storedValue('notificationDays')) === days)
  await field.fill('')
  await save.click()
  await until(async () => (await storedValue('notificationDays')) === settingCatalogue.notificationDays.fallback)
  expect(browserErrors).toEqual([])
})

it('keeps the focus and what is typed while a save is under way', async () => {
  const { page } = await product.visitAs('Niamh', paths.settings())
  const panel = page.getByRole('region', { name: settingCatalogue.notificationDays.title })
  const field = panel.getByRole('textbox')
  const save = panel.getByRole('button', { name: saveLabel })
  const days = 80 + previousAttempts()
  await field.fill(String(days))
  await save.click()
  await page.waitForFunction((button) => button?.ariaDisabled === 'true' && button.ariaBusy !== 'true', await save.elementHandle())
  expect(await save.evaluate((button) => button === document.activeElement)).toBe(true)
  await field.fill(String(days + 10))
  await save.click()
  await field.fill(String(days + 20))
  await until(async () => (await storedValue('notificationDays')) === days + 10)
  await panel
    .getByText(String(days + 10))
    .first()
    .waitFor({ state: 'attached' })
  expect(await field.inputValue()).toBe(String(days + 20))
  await save.click()
  await until(async () => (await storedValue('notificationDays')) === days + 20)
})

it('asks before a page with unsaved settings is left', async () => {
  const { page } = await product.visitAs('Niamh', paths.settings())
  const field = page.getByRole('region', { name: settingCatalogue.notificationDays.title }).getByRole('textbox')
  const leave = () => page.getByRole('link', { name: screenLabel(paths.apiKeys()), exact: true }).click()
  const saved = await field.inputValue()
  await field.fill('111')
  await leave()
  await page.getByRole('dialog', { name: uiLabels.discardTitle }).getByRole('button', { name: cancelLabel }).click()
  expect(await field.inputValue()).toBe('111')
  await leave()
  await page.getByRole('dialog', { name: uiLabels.discardTitle }).getByRole('button', { name: uiLabels.discard }).click()
  await page.waitForURL(`**${paths.apiKeys()}`)
  await page.goBack()
  expect(await field.inputValue()).toBe(saved)
  await leave()
  await page.waitForURL(`**${paths.apiKeys()}`)
})

it('shows auditors the settings without buttons to change them', async () => {
  const { page } = await product.visitAs('Grace', paths.settings())
  await page.getByText(ticketLabels.incidentStates).first().waitFor()
  for (const name of [saveLabel, ticketLabels.addRole]) expect(await page.getByRole('button', { name }).count()).toBe(0)
})
