import { afterAll, beforeAll, expect, it } from 'vitest'
import { newRequest } from '../newRequest.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const payload = `<img src=x onerror="alert('taken over')"><script>alert(1)</script><a href="javascript:alert(2)">here</a>{{7*7}}`

it('shows a requester’s HTML as plain text to approvers and administrators', async () => {
  const priya = product.as(product.persona('Priya').id)
  const requestBody = newRequest(product, {
    name: nameOfAttempt('checkout-markup'),
    purpose: payload,
    description: payload,
    tags: { team: 'checkout' },
  })
  const response = await priya.post('/account-requests', requestBody)
  expect(response.status).toBe(201)
  expect((await priya.post('/feedback', { rating: 2, category: 'idea', page: '/app/accounts', text: payload })).status).toBe(201)

  const dialogs: string[] = []
  async function expectTextOn(givenName: string, path: string, visibleText: string) {
    const { page, browserErrors } = await product.visitAs(givenName, path)
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByText(visibleText, { exact: false }).first().waitFor()
    expect(await page.evaluate(() => document.querySelectorAll('main img[src="x"], main a[href^="javascript:"], main script').length)).toBe(
      0,
    )
    expect(browserErrors).toEqual([])
    await page.context().close()
  }
  await expectTextOn('Ravi', `/app/requests/${response.body.id}`, payload)
  await expectTextOn('Ravi', '/app/approvals', payload)
  await expectTextOn('Niamh', '/app/admin/feedback', payload)
  expect(dialogs).toEqual([])
})
