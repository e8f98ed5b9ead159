import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../sample/seed.ts'
import { earlierTries, nameOfThisTry } from '../earlierTries.ts'
import { until } from '../until.ts'
import { barriersAt } from './barriers.ts'
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

const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type]), [role=alertdialog]')
const template = (name: string) => product.db.selectFrom('sandbox_templates').selectAll().where('name', '=', name).executeTakeFirst()

it('makes a template with its card beside it, changes it, and takes it off the gallery', async () => {
  const { page, complaints } = await product.visitAs('Niamh', '/app/admin/sandboxes')
  const name = nameOfThisTry('Event streaming lab')
  await page.getByRole('link', { name: 'New template' }).click()
  await page.getByRole('button', { name: 'Make the template' }).click()
  await page.getByRole('button', { name: 'Give it a name.' }).waitFor()
  const card = page.getByRole('complementary', { name: 'As people will see it' })
  await page.getByLabel('Name', { exact: true }).first().fill(name)
  await page.getByLabel('What is it for?').fill('To try Event Hubs with the tills’ test events.')
  await card.getByRole('heading', { name }).waitFor()
  await page.getByLabel('Highest budget').fill('80')
  await card.getByText('Up to £80').waitFor()
  await page.getByRole('radio', { name: /^Within bounds/ }).check()
  await page.getByRole('button', { name: 'Make the template' }).click()
  await told(page, 'Enter the budget or time within which no approval is needed.')
  await page.getByLabel(/^And up to this time/).fill('24')
  await card.getByText('Approved at once up to 1 day').waitFor()
  await page.getByRole('button', { name: 'Make the template' }).click()

  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: `Edit ${name}` }).waitFor()
  await page.getByLabel('Longest time').fill('48')
  await page.getByLabel('Usual time').fill('24')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('row', { name }).getByText('2 days').waitFor()
  expect(await template(name)).toMatchObject({ max_budget: 8_000, max_hours: 48, approval: { mode: 'within', hours: 24 } })

  const priya = await product.visitAs('Priya', '/app/sandboxes')
  await priya.page.getByRole('heading', { name }).waitFor()
  await page.getByRole('button', { name: `Stop offering ${name}` }).click()
  // The template disappears from an open gallery.
  await priya.page.getByRole('heading', { name }).waitFor({ state: 'detached' })
  await priya.page.goto(`${product.url}/app/admin/sandboxes`)
  await told(priya.page, 'Sandboxes are set up by administrators. The gallery shows what is on offer.')
  expect([...complaints, ...priya.complaints]).toEqual([])
})

it('shows how full it is, retires a subscription and brings it back with a reason', async () => {
  const { page, complaints } = await product.visitAs('Niamh', '/app/admin/sandboxes?tab=capacity')
  const note = `The quota has been raised to ${earlierTries() + 100}.`
  await page.getByRole('img', { name: /^Shared subscriptions: \d+ in use, \d+ free$/ }).waitFor()
  await page.getByRole('region', { name: 'The queue' }).getByRole('link', { name: 'payments-sandbox' }).waitFor()
  await page.getByRole('button', { name: 'Retire sub-sandbox-shared-2' }).click()
  await dialog(page).getByRole('button', { name: 'Retire it' }).click()
  const bring = page.getByRole('button', { name: 'Bring sub-sandbox-shared-2 back into use' })
  await bring.click()
  await dialog(page).getByRole('button', { name: 'Bring it back' }).click()
  await told(page, 'Say in a few words what you looked at.')
  await dialog(page).getByLabel('Why is it fit again?').fill(note)
  await dialog(page).getByRole('button', { name: 'Bring it back' }).click()
  await page.getByText(note).waitFor()
  await page.getByRole('button', { name: 'Add a subscription' }).click()
  await dialog(page).getByLabel('Subscription id').fill('00000000-0000-4000-8000-000000000000')
  await dialog(page).getByRole('button', { name: 'Add it' }).click()
  await told(page, /This subscription doesn’t exist in Azure/)
  const host = await product.db.selectFrom('sandbox_hosts').selectAll().where('name', '=', 'sub-sandbox-shared-2').executeTakeFirstOrThrow()
  expect(host).toMatchObject({ status: 'available', note })
  expect(complaints).toEqual([])
})

it('starts stuck work again, and leaves alone what is not stuck', async () => {
  // A sandbox that an earlier attempt repaired can’t get stuck again, so a retry starts a new product.
  if (earlierTries() > 0) {
    await product.close()
    await start()
  }
  const stuck = await product.db.selectFrom('sandboxes').select(['id', 'name']).where('name', '=', 'payroll-calc').executeTakeFirstOrThrow()
  const { page, complaints } = await product.visitAs('Niamh', '/app/admin/sandboxes')
  await page.getByRole('link', { name: /^Stuck work/ }).click()
  await page.getByRole('list', { name: 'Stuck work' }).getByText(stuck.name).waitFor()
  await page.getByRole('button', { name: 'Start again: Freezing' }).click()
  await told(page, /^Nothing was stuck\./)
  await page.getByRole('button', { name: 'Start again: Setting up' }).click()
  await told(page, /^1 was started again\./)
  await until(async () => {
    const row = await product.db.selectFrom('sandboxes').select('status').where('id', '=', stuck.id).executeTakeFirstOrThrow()
    return row.status === 'active'
  })
  await page.getByRole('list', { name: 'Stuck work' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

it.each([
  ['', 'dark', 390],
  ['?tab=capacity', 'light', 390],
  ['?tab=work', 'dark', 1440],
  ['/templates/:web', 'light', 1440],
] as const)('has no barrier and scrolls nowhere sideways: %s %s %d', async (address, colorScheme, width) => {
  niamh ??= await product.visitAs('Niamh')
  const web = await template('Web app playground')
  const url = `${product.url}/app/admin/sandboxes${address.replace(':web', web!.id)}`
  expect(await barriersAt(niamh.page, url, colorScheme, width)).toEqual([])
  expect(niamh.complaints).toEqual([])
})
