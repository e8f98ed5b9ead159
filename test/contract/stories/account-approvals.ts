import { expect } from 'vitest'
import { story } from '../story.ts'
import { newAccountRequest } from './newAccount.ts'

export const accountApprovals = story('account-approvals', async ({ reach, reject, call, as, ...context }) => {
  const [priya, ravi] = [as('Priya'), as('Ravi')]
  const response = await call('POST /account-requests', { body: newAccountRequest(context, 'checkout-trial-dev'), as: priya })
  const isRequested = ({ subjectId }: { subjectId: string }) => subjectId === response.body.id

  const ownRequests = await reach('GET /account-approvals/my-requests-pending-approval', { as: priya })
  expect(ownRequests.some(isRequested)).toBe(true)
  const kinds = await reach('GET /account-approvals/canIApprove', { as: ravi })
  for (const kind of kinds) expect(kind).toBeTypeOf('string')
  expect(kinds.length).toBeGreaterThan(0)
  await reach('GET /account-approvals/productsICanApprove', { as: as('Ewa') })
  await reach('GET /account-approvals', { as: ravi })
  const pendingApprovals = await reach('GET /account-approvals/pending-approvals', { as: ravi })
  const { id, stage } = pendingApprovals.find(isRequested)
  const vote = { path: { id }, body: { decision: 'approve', stage }, as: ravi }
  await reach('POST /account-approvals/{id}', vote)
  await reject('POST /account-approvals/{id}', 'conflict', vote)
})
