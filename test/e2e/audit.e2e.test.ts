import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chainEvents, systemActionsWithCode } from '../../server/features/platform/audit/events.fixture.ts'
import { erasureLabels, erasureStatusLabels, eventLabels, integrityLabels } from '../../web/features/platform/audit/auditLabels.ts'
import { actionOf } from '../../web/shared/activityLabels.ts'
import { outcomeLabel } from '../../web/shared/activityOutcome.tsx'
import { contentDiff } from '../../web/shared/contentDiff.ts'
import { formProblemLabels } from '../../web/shared/formLabels.ts'
import { previousAttempts } from '../previousAttempts.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'
import { repeatSignIn } from './repeatSignIn.ts'

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

async function confirmIdentity(page: Page, displayName: string) {
  await dialog(page).getByRole('button', { name: formProblemLabels.confirm, exact: true }).click()
  await repeatSignIn(page, displayName)
}

const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')

it('suggests an outcome as a filter when its label is typed', async () => {
  const { page, browserErrors } = await product.visitAs('Grace', '/app/admin/audit')
  await page.getByRole('combobox', { name: eventLabels.filter }).fill(outcomeLabel('denied').toLowerCase())
  await page.getByRole('option', { name: new RegExp(`${outcomeLabel('denied')}$`) }).click()
  await page.waitForURL((url) => url.searchParams.get('filter') === 'outcome==denied')
  const rows = page.getByRole('grid', { name: eventLabels.events }).getByRole('row')
  await rows
    .filter({ hasText: 'Tomasz Zalewski' })
    .filter({ hasText: actionOf('updateTower') })
    .waitFor()
  expect(browserErrors).toEqual([])
})

it('finds and verifies an event, erases a person, and shows tampering', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/admin/audit?q=renamed+audt', { strong: false })
  const rows = page.getByRole('grid', { name: eventLabels.events }).getByRole('row')
  await rows
    .filter({ hasText: outcomeLabel('denied') })
    .filter({ hasText: 'Tomasz Zalewski' })
    .waitFor()
  expect(await rows.count()).toBe(4)
  await page
    .getByRole('link', { name: actionOf('updateTower') })
    .last()
    .click()
  const drawer = dialog(page)
  await drawer.getByText(integrityLabels.unchanged).waitFor()
  const [change] = contentDiff({ name: 'Tower' }, { name: 'Renamed' })
  const updated = drawer.getByRole('row').filter({ has: page.getByRole('rowheader', { name: change!.label, exact: true }) })
  expect([await updated.locator('del').textContent(), await updated.locator('ins').textContent()]).toEqual(['Tower', 'Renamed'])
  expect(await violationsAt(page, page.url(), 'dark', 390)).toEqual([])

  await page.goto(`${product.url}/app/admin/audit?tab=integrity`)
  await page.getByRole('button', { name: integrityLabels.verify }).click()
  await page.getByText(integrityLabels.intact).waitFor()

  await page.getByRole('button', { name: erasureLabels.start }).click()
  const form = dialog(page)
  await form.getByRole('combobox', { name: erasureLabels.person }).fill('Tomasz Zal')
  await page.getByRole('option', { name: /Tomasz Zalewski/ }).click()
  await form.getByText(erasureLabels.ownEvents).waitFor()
  await form.getByLabel(erasureLabels.legalGround).fill('Article 17, letter 4711')
  await form.getByRole('button', { name: erasureLabels.request }).click()
  await confirmIdentity(page, 'Niamh Brennan')
  await dialog(page).getByRole('button', { name: erasureLabels.request }).click()
  const requests = page.getByRole('list', { name: erasureLabels.requests })
  await requests.getByText(`Tomasz Zalewski: ${erasureStatusLabels.open}`).waitFor()
  expect(await requests.getByRole('button', { name: erasureLabels.openConfirm }).getAttribute('aria-disabled')).toBe('true')
  expect(await violationsAt(page, page.url(), 'dark', 390)).toEqual([])
  const elif = await product.visitAs('Elif', '/app/admin/audit?tab=integrity', { strong: false })
  await elif.page.getByRole('button', { name: erasureLabels.openConfirm }).click()
  await dialog(elif.page).getByRole('textbox').fill('Tomasz Zalewski')
  await dialog(elif.page).getByRole('button', { name: erasureLabels.confirm }).click()
  await confirmIdentity(elif.page, product.persona('Elif').displayName)
  await dialog(elif.page).getByRole('button', { name: erasureLabels.confirm }).click()
  await elif.page.getByText(`Tomasz Zalewski: ${erasureStatusLabels.confirmed}`).waitFor()
  expect(elif.browserErrors).toEqual([])
  await page.goto(`${product.url}/app/admin/audit?q=renamed+audt`)
  await rows
    .filter({ hasText: outcomeLabel('denied') })
    .filter({ hasText: erasureLabels.erased })
    .waitFor()

  await chainEvents(product)
  await sql`alter table audit_events disable trigger audit_events_append_only`.execute(product.db)
  await sql`update audit_events set after = '{"name": "Another"}' where operation = 'createTower'`.execute(product.db)
  await page.goto(`${product.url}/app/admin/audit?tab=integrity`)
  await page.getByRole('button', { name: integrityLabels.verify }).click()
  await page.getByText(integrityLabels.broken(1)).waitFor()
  await page.getByRole('link', { name: integrityLabels.openEvent }).click()
  await dialog(page).getByText(eventLabels.changed).waitFor()
  expect(browserErrors).toEqual([])
})

it('explains why other people can’t read the audit trail', async () => {
  const { page } = await product.visitAs('Priya', '/app/admin/audit')
  await page.getByText(eventLabels.denied).waitFor()
})
