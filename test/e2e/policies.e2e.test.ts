import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../server/features/access/assignments/access.fixture.ts'
import { earlierTries } from '../earlierTries.ts'
import { putPolicy } from '../putPolicy.ts'
import { barriersAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const development = () =>
  product.company.accounts
    .filter(({ environment, status }) => environment === 'development' && status === 'active')
    .slice(2 * earlierTries())
const because = 'Development is open to all of staff.'
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Policy sections' }).getByRole('link', { name }).click()

it('publishes a policy after a replay and another administrator’s approval, for the next request', async () => {
  // An earlier attempt can leave another live policy or a draft.
  if (earlierTries() > 0) {
    await product.db.deleteFrom('approval_policies').where('subject_kind', '=', 'accessRequest').where('status', '=', 'draft').execute()
    await putPolicy(product, 'accessRequest', { approve: [] })
  }
  const [first, second] = development()
  const past = await ask(product, first!)
  expect(past.answer.status).toBe(201)

  const { page, complaints } = await product.visitAs('Niamh', '/app/admin/policies')
  await page.getByRole('button', { name: 'Change: Account access' }).click()
  const rules = page.getByRole('region', { name: 'Automatic approvals' })
  await rules.getByRole('button', { name: 'Add an approval rule' }).click()
  await rules.getByRole('button', { name: 'Facts' }).click()
  await page.getByRole('button', { name: 'target.environment is development' }).click()
  expect(await rules.getByLabel('Condition').inputValue()).toBe('target.environment == "development"')
  await rules.getByLabel('Condition').fill('target.environment == "development" && request.hour > 0')
  await rules.getByLabel('Reason for the requester').fill(because)
  await rules.getByText(/hour/).last().waitFor()
  await rules.getByLabel('Condition').fill('target.environment == "development" && !request.privileged')
  await rules.getByText(`Approved automatically if the environment is development`).first().waitFor()

  await page.reload()
  await page.getByText('Unsaved changes restored').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').first().waitFor()

  await tab(page, 'Replay')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page
    .getByText(/would change/)
    .first()
    .waitFor()
  const changed = page.getByRole('list', { name: 'Requests with a different result' })
  await changed.getByText(`Automatically approved: “${because}”`).first().waitFor()
  await changed
    .getByRole('link', { name: /^Reason for/ })
    .first()
    .click()
  await page.getByText('holds', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Propose…' }).click()
  await page.getByLabel('Reason for the change').fill('Nobody ever refuses these.')
  await page.getByRole('button', { name: 'Propose version' }).click()
  await page.getByText('Pending approval').first().waitFor()
  expect(complaints).toEqual([])

  const elif = await product.visitAs('Elif', '/app/approvals')
  await elif.page.getByText('Nobody ever refuses these.').first().waitFor()
  await elif.page.getByRole('button', { name: /^Approve/ }).click()
  await elif.page
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()
  await page.getByText(/Version \d+ · Live/).waitFor()

  const next = await ask(product, second!)
  expect(next.body.status).toBe('approved')
  const priya = await product.visitAs('Priya', `/app/access/requests/${next.body.id}`)
  await priya.page.getByText(because).first().waitFor()
  expect(await barriersAt(page, `${product.url}/app/admin/policies`, 'dark', 390)).toEqual([])
  expect([...complaints, ...elif.complaints, ...priya.complaints]).toEqual([])
})
