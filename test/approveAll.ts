import type { AccountRequestDetails } from '../server/features/accounts/requests/schemas.ts'
import type { TestApp } from './app.ts'
import { newRequest } from './newRequest.ts'

export interface ApprovedAccount {
  requestId: string
  accountId: string
  runId: string
  reference: string
  name: string
}

export async function approveAll(app: TestApp, name: string, overrides: Partial<AccountRequestDetails> = {}): Promise<ApprovedAccount> {
  const as = (givenName: string) => app.as(app.persona(givenName).id)
  const requestResponse = await as('Priya').post('/account-requests', newRequest(app, { ...overrides, name }))
  const [approval] = (requestResponse.body.approvals ?? []) as { id: string }[]
  if (!approval) throw new Error(`the request was not accepted: ${JSON.stringify(requestResponse.body)}`)
  for (const [stage, givenName] of ['Ravi', 'Margaret'].entries()) {
    const response = await as(givenName).post(`/account-approvals/${approval.id}`, { decision: 'approve', stage: stage + 1 })
    if (response.status !== 200) throw new Error(`the vote was not accepted: ${JSON.stringify(response.body)}`)
  }
  const requestId = requestResponse.body.id as string
  const run = await app.db.selectFrom('work_runs').select(['id', 'input']).where('subject_id', '=', requestId).executeTakeFirstOrThrow()
  return { requestId, accountId: String(run.input.accountId), runId: run.id, reference: requestResponse.body.reference, name }
}
