import { story } from '../story.ts'
import { newAccountRequest } from './newAccount.ts'

export const accountRequests = story('account-requests', async ({ reach, reject, as, ...context }) => {
  const priya = as('Priya')
  const body = newAccountRequest(context, 'checkout-trial-dev')
  const { id } = await reach('POST /account-requests', { body, as: priya })
  await reject('POST /account-requests', 'conflict', { body, as: priya })
  await reach('GET /account-requests', { as: priya })
  await reach('GET /account-requests/{id}', { path: { id }, as: priya })
})
