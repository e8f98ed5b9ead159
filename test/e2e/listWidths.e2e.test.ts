import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '../../web/paths.ts'
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

it('has lists that fit a screen of 1280 pixels without scrolling sideways', async () => {
  const { page, browserErrors } = await product.visitAs('Niamh', '/app/', { viewport: { width: 1280, height: 800 } })
  const sideways: string[] = []
  for (const path of lists) {
    await page.goto(product.url + path)
    const table = page.getByRole('grid').first()
    await table.waitFor()
    await page.waitForFunction(() => !document.querySelector('[role=grid][aria-busy=true]'))
    const isSideways = await table.evaluate(({ parentElement: box }) => box!.scrollWidth > box!.clientWidth + 1)
    if (isSideways) sideways.push(path)
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
