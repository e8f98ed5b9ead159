import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionLabels } from '../../web/features/platform/session/labels.ts'
import { operationLabels } from '../../web/features/platform/session/operationLabels.ts'
import { formProblemLabels } from '../../web/shared/formLabels.ts'
import { nameOfAttempt, previousAttempts } from '../earlierTries.ts'
import { newRequest } from '../newRequest.ts'
import { until } from '../until.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

let number = 0
async function submitRequest(): Promise<{ id: string; name: string }> {
  const name = `checkout-confirm-${++number}`
  const response = await product.as(product.persona('Priya').id).post('/account-requests', newRequest(product, { name }))
  const id = response.body.approvals[0].id as string
  await sql`update approvals set facts = jsonb_set(facts, '{request,privileged}', 'true') where id = ${id}`.execute(product.db)
  return { id, name }
}
const votes = (ids: string[]) => product.db.selectFrom('approval_decisions').select('comment').where('approval_id', 'in', ids).execute()

async function repeatSignIn(page: Page, personaName: string): Promise<void> {
  await page
    .getByRole('button', { name: product.persona(personaName).displayName })
    .first()
    .click()
  await page.getByRole('button', { name: 'Approve' }).click()
}

async function confirm(page: Page, pattern: RegExp, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText(pattern).waitFor()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await repeatSignIn(page, 'Ravi')
  await dialog.getByText(sessionLabels.continueAction).waitFor()
  await dialog.getByText(pattern).waitFor()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('counts a privileged approval with its comment after the step-up sign-in', async () => {
  const { id, name } = await submitRequest()
  const { page, complaints } = await product.visitAs('Ravi', `/app/approvals?id=${id}`, { strong: false })
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await page
    .getByRole('textbox', { name: /comment|word/i })
    .first()
    .fill('Agreed with the board.')
  await page
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()
  await page
    .getByRole('dialog')
    .getByText(new RegExp(`^Approve ${name}`))
    .waitFor()
  expect(await votes([id])).toEqual([])
  await confirm(page, new RegExp(`^Approve ${name}`), 'Approve')
  await until(async () => (await votes([id])).length === 1)
  expect(await votes([id])).toEqual([{ comment: 'Agreed with the board.' }])
  expect(complaints).toEqual([])
})

it('adds a tower with leads after the step-up sign-in', async () => {
  const name = nameOfAttempt('Harbour')
  const { page, complaints } = await product.visitAs('Niamh', '/app/towers', { strong: false })
  await page.getByRole('button', { name: operationLabels.createTower.verb }).click()
  const form = page.getByRole('dialog', { name: operationLabels.createTower.verb })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Code' }).fill(['HARB', 'HARC', 'HARD'][previousAttempts()]!)
  await form.getByRole('combobox', { name: 'Leads' }).fill('Margaret')
  await page.getByRole('option', { name: /Margaret/ }).click()
  await form.getByRole('button', { name: operationLabels.createTower.verb }).click()
  await form.getByText(formProblemLabels.confirmIdentity).waitFor()
  const towers = () => product.db.selectFrom('towers').select('id').where('name', '=', name).execute()
  expect(await towers()).toEqual([])
  await form.getByRole('button', { name: 'Confirm' }).click()
  await repeatSignIn(page, 'Niamh')
  await page.getByRole('dialog').getByRole('button', { name: operationLabels.createTower.verb, exact: true }).click()
  await page.getByRole('row', { name }).waitFor()
  expect(await towers()).toHaveLength(1)
  expect(complaints).toEqual([])
})
