import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountsLabels } from '../../web/features/accounts/accounts/labels.ts'
import { paths } from '../../web/paths.ts'
import { accountFieldLabels } from '../../web/shared/accountFieldLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const lists = [
  paths.accounts(),
  paths.requests({ show: 'all' }),
  paths.sandboxRequests(),
  paths.allSandboxes(),
  paths.accessRequests(),
  paths.audit(),
  paths.runs(),
  paths.stuckWork(),
  paths.apiKeys(),
  paths.sandboxAdmin(),
  paths.feedback(),
  paths.edgeRollouts(),
]

it.each([660, 900, 1280])('has lists that fit a screen of %i pixels without scrolling sideways', async (width) => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/', { viewport: { width, height: 800 } })
  const sideways: string[] = []
  for (const path of lists) {
    await page.goto(product.url + path)
    const table = page.getByRole('grid').first()
    await table.waitFor()
    await page.waitForFunction(() => !document.querySelector('[role=grid][aria-busy=true]'))
    const excess = await table.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth)
    if (excess > 1) sideways.push(`${path} ${excess}`)
  }
  expect(sideways).toEqual([])
  expect(browserErrors).toEqual([])
})

it('shows more columns in a wider window', async () => {
  const { page } = await product.visitAs('Niamh', '/app/work', { viewport: { width: 1280, height: 800 } })
  const columns = () => page.getByRole('grid').first().getByRole('columnheader').count()
  await page.getByRole('grid').first().waitFor()
  const fewer = await columns()
  await page.setViewportSize({ width: 1600, height: 800 })
  await expect.poll(columns).toBeGreaterThan(fewer)
})

it('shows a left-out column only once its checkbox is ticked', async () => {
  const { page } = await product.visitAs('Niamh', paths.accounts(), { viewport: { width: 1000, height: 800 } })
  const grid = page.getByRole('grid', { name: accountsLabels.title })
  const family = grid.getByRole('columnheader', { name: accountFieldLabels.family })
  await grid.waitFor()
  await page.getByRole('button', { name: uiLabels.columns }).click()
  const tick = page.getByRole('checkbox', { name: accountFieldLabels.family })
  expect(await tick.isChecked()).toBe(false)
  const lastColumn = page.getByRole('dialog').getByRole('checkbox').last()
  await lastColumn.check()
  await lastColumn.uncheck()
  expect(await tick.isChecked()).toBe(false)
  expect(await family.count()).toBe(0)
  await tick.check()
  await family.waitFor()
})
