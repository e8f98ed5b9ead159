import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { max } from './pendingRequests.ts'
import { loadSandboxRequests } from './queries.ts'
import { SandboxRequestSummary } from './schemas.ts'

export const listMyPendingSandboxRequests = operation({
  id: 'listMyPendingSandboxRequests',
  method: 'GET',
  path: '/sandbox-requests/myPendingRequests',
  tag: 'sandbox-requests',
  summary: 'List your pending sandbox requests, oldest first',
  description: `Returns the first ${max} requests.`,
  access: 'signedIn',
  responses: { 200: Type.Array(SandboxRequestSummary) },
  async handler({ db, actor, now }) {
    const rows = await db
      .selectFrom('sandbox_requests')
      .select('id')
      .where('requester_id', '=', actor.id)
      .where('status', 'in', ['pending_approval', 'changes_requested'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(max)
      .execute()
    const ids = rows.map((row) => row.id)
    return loadSandboxRequests(db, actor, ids, now())
  },
})
