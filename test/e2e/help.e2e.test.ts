import { afterAll, beforeAll, expect, it } from 'vitest'
import { helpTopicOf } from '../../web/features/platform/help/helpTopics.ts'
import { helpLabels } from '../../web/features/platform/help/labels.ts'
import { terms } from '../../web/features/platform/help/terms.ts'
import { paths } from '../../web/paths.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { violationsOn } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

it('explains the page, answers questions, finds terms and shows administrators what is left to set up', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', paths.emergencyAccess())
  const topic = helpTopicOf(paths.emergencyAccess())
  await page.getByRole('button', { name: helpLabels.open, exact: true }).click()
  const help = page.getByRole('dialog', { name: topic.title })
  const [question, answer] = topic.questions[0]!
  await help.getByRole('button', { name: question }).click()
  await help.getByText(answer).waitFor()
  await help.getByRole('region', { name: helpLabels.setup }).getByRole('link').nth(4).waitFor()
  const [term, , , other] = topic.terms
  await help.getByRole('searchbox', { name: helpLabels.find }).fill(term!)
  await help.getByText(terms[other!]).waitFor({ state: 'detached' })
  await help.getByText(terms[term!]).first().waitFor()
  expect((await violationsOn(page)).map(({ id }) => id)).toEqual([])
  await help.getByRole('button', { name: helpLabels.keys }).click()
  await page.getByRole('dialog', { name: uiLabels.keys }).waitFor()
  expect(browserErrors).toEqual([])
})

it('opens from the top bar of a phone, and from the menu of a narrower one, without the steps for administrators', async () => {
  const { page, browserErrors } = await product.visitAs('Priya', paths.sandboxes(), { viewport: { width: 390, height: 844 } })
  const opened = page.getByRole('dialog', { name: helpTopicOf(paths.sandboxes()).title })
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('button', { name: helpLabels.open, exact: true }).click()
    await opened.waitFor()
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 340, height: 844 })
  await page.getByRole('button', { name: shellLabels.account(product.persona('Priya').displayName) }).click()
  await page.getByRole('menuitem', { name: helpLabels.open, exact: true }).click()
  await opened.getByText(terms.Lease).waitFor()
  expect(await opened.getByRole('region', { name: helpLabels.setup }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(340)
  expect(browserErrors).toEqual([])
})
