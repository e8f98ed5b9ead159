import { expect } from 'vitest'
import { story } from '../story.ts'
import { newAccountRequest } from './newAccount.ts'

export const accountApprovals = story('account-approvals', async ({ reach, refuse, call, as, ...cast }) => {
  const [priya, ravi] = [as('Priya'), as('Ravi')]
  const asked = await call('POST /account-requests', { body: newAccountRequest(cast, 'checkout-trial-dev'), as: priya })
  const isAsked = ({ subjectId }: { subjectId: string }) => subjectId === asked.body.id

  const own = await reach('GET /account-approvals/my-requests-pending-approval', { as: priya })
  expect(own.some(isAsked)).toBe(true)
  const kinds = await reach('GET /account-approvals/canIApprove', { as: ravi })
  for (const kind of kinds) expect(kind).toBeTypeOf('string')
  expect(kinds.length).toBeGreaterThan(0)
  await reach('GET /account-approvals/productsICanApprove', { as: as('Ewa') })
  await reach('GET /account-approvals', { as: ravi })
  const pending = await reach('GET /account-approvals/pending-approvals', { as: ravi })
  const { id, stage } = pending.find(isAsked)
  const vote = { path: { id }, body: { decision: 'approve', stage }, as: ravi }
  await reach('POST /account-approvals/{id}', vote)
  await refuse('POST /account-approvals/{id}', 'conflict', vote)
})
