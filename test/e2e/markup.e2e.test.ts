import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameOfThisTry } from '../earlierTries.ts'
import { newRequest } from '../newRequest.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const payload = `<img src=x onerror="alert('taken over')"><script>alert(1)</script><a href="javascript:alert(2)">here</a>{{7*7}}`

it('shows what a requester types as plain text to approvers and administrators', async () => {
  const priya = product.as(product.persona('Priya').id)
  const wanted = newRequest(product, {
    name: nameOfThisTry('checkout-markup'),
    purpose: payload,
    description: payload,
    tags: { team: 'checkout' },
  })
  const asked = await priya.post('/account-requests', wanted)
  expect(asked.status).toBe(201)
  expect((await priya.post('/feedback', { rating: 2, category: 'idea', page: '/app/accounts', text: payload })).status).toBe(201)

  const dialogs: string[] = []
  async function look(givenName: string, path: string, seen: string) {
    const { page, complaints } = await product.visitAs(givenName, path)
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByText(seen, { exact: false }).first().waitFor()
    expect(await page.evaluate(() => document.querySelectorAll('main img[src="x"], main a[href^="javascript:"], main script').length)).toBe(
      0,
    )
    expect(complaints).toEqual([])
    await page.context().close()
  }
  await look('Ravi', `/app/requests/${asked.body.id}`, payload)
  await look('Ravi', '/app/approvals', payload)
  await look('Niamh', '/app/admin/feedback', payload)
  expect(dialogs).toEqual([])
})
