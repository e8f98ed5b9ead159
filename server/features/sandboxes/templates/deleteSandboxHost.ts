import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { lockHost } from './hosts.ts'
import { HostId } from './schemas.ts'

export const deleteSandboxHost = operation({
  id: 'deleteSandboxHost',
  method: 'DELETE',
  path: '/sandbox-hosts/{id}',
  tag: 'sandbox-templates',
  summary: 'Delete a host that never had a sandbox',
  description: 'The Azure subscription doesn’t change.',
  access: 'admin',
  params: HostId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'stillInUse', 'versionMismatch'],
  async handler({ db, actor, params, now, ifMatch, audit, changed }) {
    const host = await lockHost(db, actor, params.id, now())
    ifMatch(host.version)
    const { delete: verdict } = host.can
    if (verdict !== true) throw new Failure('stillInUse', verdict)
    await db.deleteFrom('sandbox_hosts').where('id', '=', params.id).execute()
    audit({ subject: { kind: 'sandboxHost', id: params.id }, before: host })
    await changed('sandboxHost', params.id)
    return null
  },
})
