import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { readSandbox } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { readRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

const most = 200

export const listRequestsOfSandbox = operation({
  id: 'listRequestsOfSandbox',
  method: 'GET',
  path: '/sandboxes/{id}/accessRequests',
  tag: 'sandboxes',
  summary: 'Requests for access to a sandbox, the latest first',
  description: 'All of them for its owners and members, administrators and auditors; for others their own.',
  access: 'signedIn',
  params: SandboxId,
  answers: { 200: Type.Array(SandboxAccessRequestItem) },
  errors: ['notFound'],
  async handler({ db, actor, params, now }) {
    const sandbox = await readSandbox(db, actor, params.id, now())
    const rows = await db
      .selectFrom('access_requests')
      .select('id')
      .where('sandbox_id', '=', sandbox.id)
      .$if(sandbox.can['seeInside'] !== true, (query) => query.where('requester_id', '=', actor.id))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(most)
      .execute()
    return readRequestItems(
      db,
      actor,
      rows.map(({ id }) => id),
      now(),
    )
  },
})
