import { startTestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'

export async function startWithPendingRequest() {
  const app = await startTestApp({ runJobs: false })
  const request = (await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app))).body
  return { app, requestId: request.id as string, approvalId: request.approvals[0].id as string }
}
export type ApprovalListApp = Awaited<ReturnType<typeof startWithPendingRequest>>
