import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalLabels, voteLabels } from '../../web/shared/approvalLabels.ts'
import { newRequest } from '../newRequest.ts'
import { nameOfAttempt } from '../previousAttempts.ts'
import { putPolicy } from '../putPolicy.ts'
import { replaceStage } from '../replaceStage.ts'
import { violationsAt } from './barriers.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

it('shows the counted and the missing votes to the requester', async () => {
  const id = (givenName: string) => product.persona(givenName).id
  const rule = { kind: 'anyOf' as const, personIds: [id('Ravi'), id('Margaret'), id('Samuel')] }
  const restorePolicy = await putPolicy(product, 'accountRequest', {
    reject: [],
    approve: [],
    stages: [{ name: 'Owners', rule, minimum: 2 }],
  })
  const response = await product
    .as(id('Priya'))
    .post('/account-requests', newRequest(product, { name: nameOfAttempt('checkout-votes-e2e') }))
  await restorePolicy()
  const [approval] = response.body.approvals
  const vote = { decision: 'approve', stage: 1, comment: 'As agreed.' }
  expect((await product.as(id('Ravi')).post(`/account-approvals/${approval.id}`, vote)).body.status).toBe('pending')
  const { page } = await product.visitAs('Priya', `/app/requests/${response.body.id}`)
  await page.getByText(approvalLabels.votesNeeded(1)).waitFor()

  const remainingRule = { ...rule, personIds: [id('Margaret'), id('Samuel')] }
  await replaceStage(product.db, approval.id, 1, { rule: JSON.stringify(remainingRule) })
  await page.reload()
  await page.getByText(approvalLabels.votesNeeded(2)).waitFor()
  await page.getByText(voteLabels.seatLost).waitFor()
  expect(await violationsAt(page, `${product.url}/app/requests/${response.body.id}`, 'light', 1440)).toEqual([])
  for (const givenName of ['Margaret', 'Samuel']) await product.as(id(givenName)).post(`/account-approvals/${approval.id}`, vote)
  await page.reload()
  await page.getByText(voteLabels.stageClosed).waitFor()
})
