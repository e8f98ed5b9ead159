import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { allocateQueued } from '../provisioning/capacity.ts'
import { loadHost, lockHost } from './hosts.ts'
import { HostId, SandboxHost, SandboxHostChange } from './schemas.ts'

const minReasonLength = 3

export const updateSandboxHost = operation({
  id: 'updateSandboxHost',
  method: 'PATCH',
  path: '/sandbox-hosts/{id}',
  tag: 'sandbox-templates',
  summary: 'Change the capacity of a host, or close or reopen it',
  description: 'A closed host keeps its sandboxes but takes no new ones.',
  access: 'admin',
  params: HostId,
  body: SandboxHostChange,
  responses: { 200: SandboxHost },
  errors: ['notFound', 'conflict', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, params, body, now, ifMatch, audit, changed }) {
    const before = await lockHost(db, actor, params.id, now())
    ifMatch(before.version)
    const { name, capacity, cooldownHours, note, status } = body
    const throwInvalid = (field: string, message: string): never => {
      throw new Failure('invalidRequest', message, { errors: [{ field, message }] })
    }
    if (capacity !== undefined && capacity > 1 && before.kind === 'pool')
      throwInvalid('capacity', 'A pool subscription has one sandbox at a time.')
    if (capacity !== undefined && capacity < before.used)
      throw new Failure(
        'conflict',
        `This host has ${before.used} sandboxes. Close the host so that it takes no new ones, or wait until some have ended.`,
      )
    if (status === before.status)
      throw new Failure('wrongState', status === 'closed' ? 'This host is already closed.' : 'This host is already open.')
    if (status === 'available' && before.status === 'quarantined' && (note ?? '').trim().length < minReasonLength)
      throwInvalid('note', 'Enter what was fixed, so that new sandboxes can use this host.')
    await updateRow(db, 'sandbox_hosts', params.id, {
      ...(name === undefined ? {} : { name: normalizeName(name) }),
      ...(capacity === undefined ? {} : { capacity }),
      ...(cooldownHours === undefined ? {} : { cooldown_hours: cooldownHours }),
      ...(note === undefined ? {} : { note }),
      ...(status === undefined ? {} : { status, cooldown_until: null }),
      ...nextVersion(now()),
    })
    await allocateQueued({ db, jobs, now: now() })
    const after = await loadHost(db, actor, params.id, now())
    audit({ subject: { kind: 'sandboxHost', id: params.id }, before, after })
    await changed('sandboxHost', params.id)
    return after
  },
})
