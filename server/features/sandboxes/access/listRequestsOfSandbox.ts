import { Type } from 'typebox'
import { firstOf } from '../../../http/inMemoryList.ts'
import { operation } from '../../../http/operation.ts'
import { visibleRequests } from '../../access/requests/visibility.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { loadRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

const max = 200

export const listRequestsOfSandbox = operation({
  id: 'listRequestsOfSandbox',
  method: 'GET',
  path: '/sandboxes/{id}/accessRequests',
  tag: 'sandboxes',
  summary: 'List the access requests of a sandbox, latest first',
  description: `Owners of the sandbox, administrators and auditors get all requests; others get requests that they made or decide. Returns at most ${max}; if there are more, the header \`x-more\` is true.`,
  access: 'signedIn',
  params: SandboxId,
  responses: { 200: Type.Array(SandboxAccessRequestItem) },
  errors: ['notFound'],
  async handler({ db, actor, params, now }) {
    const sandbox = await loadSandbox(db, actor, params.id, now())
    const rows = await db
      .selectFrom('access_requests as r')
      .select('r.id')
      .where('r.sandbox_id', '=', sandbox.id)
      .where(await visibleRequests(db, actor, now(), 'sandbox'))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id')
      .limit(max + 1)
      .execute()
    const ids = rows.map(({ id }) => id)
    return firstOf(await loadRequestItems(db, actor, ids, now()), max)
  },
})
