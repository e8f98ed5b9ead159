import { sql } from 'kysely'
import { Type } from 'typebox'
import { waitsFor } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { readRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

const max = 200

export const listPendingSandboxAccessRequests = operation({
  id: 'listPendingSandboxAccessRequests',
  method: 'GET',
  path: '/sandbox-access/requests/pendingAsOwner',
  tag: 'sandbox-access',
  summary: 'List access requests that are waiting for your decision as a sandbox owner, oldest first; never your own',
  access: 'signedIn',
  declares: [401],
  answers: { 200: Type.Array(SandboxAccessRequestItem) },
  async handler({ db, actor, now }) {
    const { rows } = await sql<{ ids: string[] }>`select array(
      select a.subject_id from approvals a where a.subject_kind = ${sandboxAccessRequestKind} and ${waitsFor(actor, now())}
      order by a.opened_at, a.id limit ${max}) as ids`.execute(db)
    return readRequestItems(db, actor, rows[0]!.ids, now())
  },
})
