import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cannotSeeReview, cannotStartReviews } from '../../server/features/access/reviews/policy.ts'
import { accountOf, cancelUnfinished, groupOf, openReview } from '../../server/features/access/reviews/reviews.fixture.ts'
import { describeProgress, resultDisplays, reviewPageLabels, scopeLabels } from '../../web/features/access/reviews/labels.ts'
import { labelFor } from '../../web/shared/labels.ts'
import { keyOf } from '../../web/shared/shortcuts.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { until } from '../until.ts'
import { violationsOn } from './barriers.ts'
import { screenshot } from './browser.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const members = async (groupId: string) => (await product.context.clients.graph.listDirectMembers(groupId)).map(({ id }) => id)
const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const row = (page: Page, person: string) => page.getByRole('listitem').filter({ hasText: person })

async function listViolations(page: Page): Promise<string[]> {
  return (await violationsOn(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

it('completes a review, from its start through decisions by keyboard to confirmed removals', async () => {
  const { name } = accountOf(product, 2)
  const groupId = product.company.groups.find((each) => each.mailNickname === `az-${name}-contributors`)!.id
  await product.context.clients.graph.addGroupMember(groupId, product.persona('Priya').id)
  const membersBefore = await members(groupId)
  const group = await groupOf(product, { name })
  await cancelUnfinished(product, { kind: 'group', id: group.id })
  const progress = { memberships: membersBefore.length } as Parameters<typeof describeProgress>[0]
  const { page, browserErrors } = await product.visitAs('Daniel', '/app/access/reviews')
  await page.getByRole('link', { name: reviewPageLabels.create }).first().click()
  await page.getByRole('radio', { name: new RegExp(`^${scopeLabels.group}`) }).check()
  await page.getByLabel(scopeLabels.account, { exact: true }).fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
  await page.getByRole('combobox', { name: scopeLabels.group }).click()
  await page.getByRole('option', { name: `az-${name}-contributors` }).click()
  await page.getByText(reviewPageLabels.memberships(membersBefore.length)).waitFor()
  await page.getByText('Daniel Okoro').first().waitFor()
  expect(await listViolations(page)).toEqual([])
  await page.getByRole('button', { name: reviewPageLabels.start }).click()

  const priya = row(page, 'Priya Raman')
  await priya.waitFor()
  await priya.getByText(reviewPageLabels.addedOutside).waitFor()
  await page.getByText(describeProgress({ ...progress, pending: membersBefore.length })).waitFor()
  const close = page.getByRole('button', { name: reviewPageLabels.close }).first()
  expect(await close.getAttribute('aria-disabled')).toBe('true')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await listViolations(page)).toEqual([])

  const rows = page.locator('[data-item]')
  // The keys apply to the first row without a decision as soon as the list is open.
  await rows.first().and(page.locator('[aria-current]')).waitFor()
  for (let n = 0; n < membersBefore.length; n++) {
    const isPriya = (await page.locator('[data-item][aria-current]').textContent())?.includes('Priya Raman')
    const decidedPromise = page.waitForResponse((response) => response.url().endsWith('/decisions'))
    await page.keyboard.press(isPriya ? keyOf('review', 'remove') : keyOf('review', 'keep'))
    await decidedPromise
  }
  await page.getByText(describeProgress({ ...progress, pending: 0 })).waitFor()
  await page.getByText(reviewPageLabels.markedForRemoval(1)).waitFor()

  await until(async () => (await close.getAttribute('aria-disabled')) !== 'true')
  await close.click()
  await dialog(page).getByText(reviewPageLabels.removals(1)).waitFor()
  await dialog(page).getByRole('button', { name: reviewPageLabels.close }).click()
  await page.getByText(reviewPageLabels.sealed).waitFor()
  expect(await members(groupId)).toEqual(membersBefore.filter((id) => id !== product.persona('Priya').id))
  await row(page, 'Priya Raman').getByText(resultDisplays.removed.label).waitFor()

  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: reviewPageLabels.download }).click()
  const file = await (await downloadPromise).path()
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  await page.getByText(digest).waitFor()
  expect(await listViolations(page)).toEqual([])
  expect(browserErrors).toEqual([])
})

const reviewByGrace = (name: string, accountId: string): Promise<string> =>
  openReview(
    product,
    { kind: 'account', id: accountId },
    { name, reviewers: 'named', reviewerIds: [product.persona('Grace').id], days: 14, reasonToKeep: true },
    'Niamh',
  )

it('keeps the chosen tower when the kind of scope changes, and links to an unfinished review of the scope', async () => {
  const { id, name } = accountOf(product, 7)
  const review = nameOfAttempt('Readers of the tower')
  const reviewId = await reviewByGrace(review, id)
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/access/reviews/new')
  const chooseKind = (kind: string) =>
    page
      .locator('[data-field=scope]')
      .getByRole('radio', { name: new RegExp(`^${kind}`) })
      .check()
  await chooseKind(scopeLabels.tower)
  const tower = page.getByRole('combobox', { name: scopeLabels.tower })
  await tower.click()
  await page.getByRole('option', { name: 'Commerce' }).click()
  await page.getByRole('checkbox', { name: labelFor('environment', 'production'), exact: true }).check()
  await chooseKind(scopeLabels.account)
  await page.getByLabel(scopeLabels.account, { exact: true }).fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
  const start = page.getByRole('button', { name: reviewPageLabels.start })
  await expect.poll(() => start.getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByRole('link', { name: review }).getAttribute('href')).toContain(reviewId)
  await screenshot(page, 'review-unfinished')
  await chooseKind(scopeLabels.tower)
  expect(await tower.textContent()).toContain('Commerce')
  expect(await page.getByRole('checkbox', { name: labelFor('environment', 'production'), exact: true }).isChecked()).toBe(true)
  await expect.poll(() => start.getAttribute('aria-disabled')).not.toBe('true')
  expect(browserErrors).toEqual([])
})

it('lets a reviewer decide on several members together, with the required reason', async () => {
  const { name, id } = accountOf(product, 3)
  const review = nameOfAttempt('Readers of the basket')
  await reviewByGrace(review, id)
  const { page, browserErrors } = await product.visitAs('Grace', '/app/access/reviews')
  expect(await listViolations(page)).toEqual([])
  await page.getByRole('link', { name: new RegExp(`^${reviewPageLabels.decide} ${review}(?!-)`) }).click()
  await page.getByRole('checkbox', { name: reviewPageLabels.selectAll(`az-${name}-readers`) }).check()
  await page.getByRole('button', { name: reviewPageLabels.keep, exact: true }).last().click()
  await dialog(page).getByRole('button', { name: reviewPageLabels.keep }).click()
  await dialog(page).getByText(reviewPageLabels.reasonMissing).waitFor()
  await dialog(page).getByLabel(reviewPageLabels.reasonToKeep).fill('They look after the basket.')
  await dialog(page).getByRole('button', { name: reviewPageLabels.keep }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByText('They look after the basket.').first().waitFor()
  expect(await page.getByRole('button', { name: reviewPageLabels.cancel }).getAttribute('aria-disabled')).toBe('true')
  expect(browserErrors).toEqual([])
})

it('decides on only one membership while a key is held down', async () => {
  const id = await reviewByGrace('Access to the checkout', accountOf(product, 5).id)
  const { page } = await product.visitAs('Grace', `/app/access/reviews/${id}`)
  await page.locator('[data-item][aria-current]').waitFor()
  const key = keyOf('review', 'remove')
  const decided = page.waitForResponse((response) => response.url().endsWith('/decisions'))
  await page.keyboard.down(key)
  await decided
  for (let n = 0; n < 5; n++) await page.keyboard.down(key)
  await page.keyboard.up(key)
  // After this decision, all earlier decisions are saved.
  const kept = page.waitForResponse((response) => response.url().endsWith('/decisions'))
  await page.keyboard.press(keyOf('review', 'clearDecision'))
  await kept
  const items = await product.db.selectFrom('access_review_items').select('decision').where('review_id', '=', id).execute()
  expect(items.filter(({ decision }) => decision === 'remove')).toHaveLength(1)
})

it('stays on the row after a decision when the reader moves to it with a key', async () => {
  const { id: accountId } = accountOf(product, 6)
  const id = await openReview(
    product,
    { kind: 'account', id: accountId },
    {
      name: nameOfAttempt('Access to the loyalty'),
      reviewers: 'named',
      reviewerIds: [product.persona('Grace').id],
      days: 14,
      reasonToKeep: false,
    },
    'Niamh',
  )
  const { page, browserErrors } = await product.visitAs('Grace', `/app/access/reviews/${id}`)
  const rows = page.locator('[data-item]')
  await rows.first().and(page.locator('[aria-current]')).waitFor()
  const ids = await rows.evaluateAll((all) => all.map((each) => each.getAttribute('data-item')))
  expect(ids.length).toBeGreaterThan(2)
  const send = async (action: 'keep' | 'remove') => {
    const decided = page.waitForResponse((response) => response.url().endsWith('/decisions'))
    await page.keyboard.press(keyOf('review', action))
    await decided
  }
  await send('keep')
  for (let n = 0; n < 2; n++) await page.keyboard.press(keyOf('review', 'next'))
  await send('remove')
  const items = await product.db
    .selectFrom('access_review_items')
    .select(['id', 'decision'])
    .where('review_id', '=', id)
    .where('decision', '<>', 'pending')
    .execute()
  expect(new Map(items.map((item) => [item.id, item.decision]))).toEqual(
    new Map([
      [ids[0], 'keep'],
      [ids[2], 'remove'],
    ]),
  )
  expect(browserErrors).toEqual([])
})

it('shows other people why they can’t see a review', async () => {
  const id = await reviewByGrace('Access to the payments', accountOf(product, 4).id)
  const { page, browserErrors } = await product.visitAs('Tomasz', `/app/access/reviews/${id}`)
  await page.getByText(cannotSeeReview).waitFor()
  await page.goto(`${product.url}/app/access/reviews/new`)
  await page.getByText(cannotStartReviews).waitFor()
  expect(await page.getByRole('textbox', { name: reviewPageLabels.name }).count()).toBe(0)
  expect(browserErrors).toEqual([])
})
