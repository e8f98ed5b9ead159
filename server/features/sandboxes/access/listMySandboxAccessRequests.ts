import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

const max = 200

export const listMySandboxAccessRequests = operation({
  id: 'listMySandboxAccessRequests',
  method: 'GET',
  path: '/sandbox-access/requests/myRequests',
  tag: 'sandbox-access',
  summary: 'List your sandbox access requests, latest first',
  access: 'signedIn',
  responses: { 200: Type.Array(SandboxAccessRequestItem) },
  async handler({ db, actor, now }) {
    const rows = await db
      .selectFrom('access_requests')
      .select('id')
      .where('requester_id', '=', actor.id)
      .where('sandbox_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(max)
      .execute()
    return loadRequestItems(
      db,
      actor,
      rows.map(({ id }) => id),
      now(),
    )
  },
})
