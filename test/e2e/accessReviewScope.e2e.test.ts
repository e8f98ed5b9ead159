import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeScope, newReviewProblems, reviewPageLabels, scopeLabels } from '../../web/features/access/reviews/labels.ts'
import { violationsOn } from './barriers.ts'
import { screenshot } from './browser.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

it('starts a review of all production accounts of a tower', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/access/reviews/new')
  await page.getByRole('radio', { name: new RegExp(`^${scopeLabels.tower}`) }).check()
  await page.getByRole('combobox', { name: scopeLabels.tower }).click()
  await page.getByRole('option', { name: 'Commerce' }).click()
  const environments = page.getByRole('group', { name: scopeLabels.environments })
  await environments.getByRole('checkbox').first().check()
  const scope = { kind: 'tower' as const, name: 'Commerce', environments: ['production' as const] }
  await expect.poll(() => page.locator('input[name=name]').inputValue()).toContain(describeScope(scope))
  await screenshot(page, 'review-scope', { fullPage: true })
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: reviewPageLabels.start }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(describeScope(scope)) }).waitFor()
  const created = await product.db.selectFrom('access_reviews').select('environments').where('tower_id', 'is not', null).execute()
  expect(created).toContainEqual({ environments: ['production'] })
  expect(browserErrors).toEqual([])
})

it('shows the errors of a review that can’t be started', async () => {
  const { page } = await product.visitAs('Niamh', '/app/access/reviews/new')
  const name = page.locator('input[name=name]')
  await name.fill('a'.repeat(300))
  await page.locator('input[name=startsAt]').fill('2020-01-01')
  await page.locator('form button[type=submit]').click()
  const errors = page.locator('[data-errors] li')
  expect(await errors.allInnerTexts()).toEqual([
    newReviewProblems.scope.account,
    newReviewProblems.nameTooLong,
    newReviewProblems.startInPast,
  ])
  expect((await name.inputValue()).length).toBe(300)
  await page.getByRole('radio', { name: new RegExp(`^${scopeLabels.tower}`) }).check()
  await name.fill('Spring clean')
  expect(await errors.allInnerTexts()).toEqual([newReviewProblems.scope.tower, newReviewProblems.startInPast])
  expect(await violationsOn(page)).toEqual([])
})
