import { cancelApproval } from '../../../approvals/openApproval.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { sandboxRequestCan } from './policy.ts'
import { loadSandboxRequest, lockSandboxRequest } from './queries.ts'
import { SandboxRequest, SandboxRequestId } from './schemas.ts'
import { sandboxRequestKind } from './submit.ts'

export const withdrawSandboxRequest = operation({
  id: 'withdrawSandboxRequest',
  method: 'POST',
  path: '/sandbox-requests/{sboxRequestId}/withdraw',
  tag: 'sandbox-requests',
  summary: 'Withdraw a pending sandbox request',
  access: 'owner',
  params: SandboxRequestId,
  responses: { 200: SandboxRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, now, allow, ifMatch, audit, changed }) {
    const row = await lockSandboxRequest(db, params.sboxRequestId)
    const { withdraw } = sandboxRequestCan(actor, { requester: { id: row.requester_id }, status: row.status, named: false, voted: false })
    allow(row.requester_id === actor.id ? true : withdraw)
    if (withdraw !== true) throw new Failure('wrongState', withdraw)
    ifMatch(row.version)
    const at = now()
    await cancelApproval(db, sandboxRequestKind, row.id, at)
    await updateRow(db, 'sandbox_requests', row.id, { status: 'cancelled', ...nextVersion(at) })
    audit({ subject: { kind: 'sandboxRequest', id: row.id }, before: { status: row.status }, after: { status: 'cancelled' } })
    await changed('sandboxRequest', row.id)
    if (row.sandbox_id) await changed('sandbox', row.sandbox_id)
    return loadSandboxRequest(db, actor, row.id, at)
  },
})
