import { story } from '../story.ts'
import { newSandboxRequest, openTemplate } from './sampleSandboxes.ts'

export const sandboxRequests = story('sandbox-requests', async (context) => {
  const { reach, reject, as } = context
  const [priya, ravi] = [as('Priya'), as('Ravi')]
  await openTemplate(context)
  const body = newSandboxRequest(context, 'checkout-trial', 15_000)
  const { id } = await reach('POST /sandbox-requests/new', { body, as: priya })
  await reject('POST /sandbox-requests/new', 'conflict', { body, as: priya })
  await reach('GET /sandbox-requests', { as: priya })
  await reach('GET /sandbox-requests/myPendingRequests', { as: priya })
  await reach('GET /sandbox-requests/pendingApproval', { as: ravi })
  const pendingRequests = await reach('GET /sandbox-requests/ICanApprove', { as: ravi })
  const { stage } = pendingRequests.find((request: { id: string }) => request.id === id)
  const path = { sboxRequestId: id }
  await reach('GET /sandbox-requests/{sboxRequestId}', { path, as: ravi })
  const vote = { path, body: { decision: 'approve', stage }, as: ravi }
  await reach('POST /sandbox-requests/{sboxRequestId}/review', vote)
  await reject('POST /sandbox-requests/{sboxRequestId}/review', 'conflict', vote)
  await reach('POST /sandbox-requests/queue/{queueProcessName}/retrigger', { path: { queueProcessName: 'provisioning' }, as: as('Niamh') })
})
