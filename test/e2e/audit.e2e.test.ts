import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chainEvents, systemActionsWithCode } from '../../server/features/platform/audit/events.fixture.ts'
import { erasureLabels, eventLabels, integrityLabels } from '../../web/features/platform/audit/auditLabels.ts'
import { actionOf } from '../../web/shared/activityLabels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
const start = async () => {
  product = await startProduct()
  await systemActionsWithCode(product, 'AUDT')
}
beforeAll(start)
beforeEach(async () => {
  // A broken audit trail can’t be repaired, so a retry starts a new product.
  if (previousAttempts() === 0) return
  await product.close()
  await start()
})
afterAll(() => product?.close())

async function repeatSignIn(page: Page, name: string) {
  await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('button', { name: 'Approve' }).click()
}

const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')

it('finds and verifies an event, erases a person, and shows tampering', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/audit?q=renamed+audt', { strong: false })
  const rows = page.getByRole('grid', { name: eventLabels.events }).getByRole('row')
  await rows.filter({ hasText: 'Denied' }).filter({ hasText: 'Tomasz Zalewski' }).waitFor()
  expect(await rows.count()).toBe(4)
  await page
    .getByRole('link', { name: actionOf('updateTower') })
    .last()
    .click()
  const drawer = dialog(page)
  await drawer.getByText('Unchanged').waitFor()
  const updated = drawer.getByRole('row', { name: /^Name/ })
  expect([await updated.locator('del').textContent(), await updated.locator('ins').textContent()]).toEqual(['Tower', 'Renamed'])
  expect(await violationsAt(page, page.url(), 'dark', 390)).toEqual([])

  await page.goto(`${product.url}/app/admin/audit?tab=integrity`)
  await page.getByRole('button', { name: integrityLabels.verify }).click()
  await page.getByText(/Audit trail intact up to event/).waitFor()

  await page.getByRole('button', { name: erasureLabels.start }).click()
  const form = dialog(page)
  await form.getByRole('combobox', { name: 'Person' }).fill('Tomasz Zal')
  await page.getByRole('option', { name: /Tomasz Zalewski/ }).click()
  await form.getByText(erasureLabels.ownEvents).waitFor()
  await form.getByLabel(/^Legal ground/).fill('Article 17, letter 4711')
  await form.getByRole('button', { name: erasureLabels.request }).click()
  await repeatSignIn(page, 'Niamh Brennan')
  await dialog(page).getByRole('button', { name: erasureLabels.request }).click()
  const requests = page.getByRole('list', { name: erasureLabels.requests })
  await requests.getByText('Tomasz Zalewski: Pending confirmation').waitFor()
  expect(await requests.getByRole('button', { name: 'Confirm…' }).getAttribute('aria-disabled')).toBe('true')
  expect(await violationsAt(page, page.url(), 'dark', 390)).toEqual([])
  const elif = await product.visitAs('Elif', '/app/admin/audit?tab=integrity', { strong: false })
  await elif.page.getByRole('button', { name: 'Confirm…' }).click()
  await dialog(elif.page)
    .getByLabel(/^Type Tomasz Zalewski/)
    .fill('Tomasz Zalewski')
  await dialog(elif.page).getByRole('button', { name: erasureLabels.confirm }).click()
  await repeatSignIn(elif.page, product.persona('Elif').displayName)
  await dialog(elif.page).getByRole('button', { name: erasureLabels.confirm }).click()
  await elif.page.getByText('Tomasz Zalewski: Erased').waitFor()
  expect(elif.browserErrors).toEqual([])
  await page.goto(`${product.url}/app/admin/audit?q=renamed+audt`)
  await rows.filter({ hasText: 'Denied' }).filter({ hasText: 'Erased' }).waitFor()

  await chainEvents(product)
  await sql`alter table audit_events disable trigger audit_events_append_only`.execute(product.db)
  await sql`update audit_events set after = '{"name": "Another"}' where operation = 'createTower'`.execute(product.db)
  await page.goto(`${product.url}/app/admin/audit?tab=integrity`)
  await page.getByRole('button', { name: integrityLabels.verify }).click()
  await page.getByText('Audit trail has 1 integrity error').waitFor()
  await page.getByRole('link', { name: integrityLabels.openEvent }).click()
  await dialog(page).getByText(eventLabels.changed).waitFor()
  expect(browserErrors).toEqual([])
})

it('explains why other people can’t read the audit trail', async () => {
  const { page } = await product.visitAs('Priya', '/app/admin/audit')
  await page.getByText(/Only administrators and auditors can see the audit trail/).waitFor()
})
