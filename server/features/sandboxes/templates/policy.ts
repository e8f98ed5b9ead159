import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { HostStatus } from '../../../db/tables.ts'

/** The caller reports a template as missing to people who can’t see it. */
export function sandboxTemplateCan(
  actor: Person,
  template: { enabled: boolean; requests: number },
): { request: Verdict; update: Verdict; delete: Verdict } {
  const admin: Verdict = actor.admin ? true : 'Only administrators can change templates.'
  const used = `You can’t delete this template: ${template.requests} ${template.requests === 1 ? 'request names' : 'requests name'} it. Disable it instead.`
  return {
    request: template.enabled ? true : 'This template isn’t available now.',
    update: admin,
    delete: admin === true && template.requests > 0 ? used : admin,
  }
}

interface HostFacts {
  status: HostStatus
  used: number
  history: number
}

export function sandboxHostCan(
  actor: Person,
  { status, used, history }: HostFacts,
): Record<'update' | 'close' | 'open' | 'delete', Verdict> {
  if (!actor.admin) {
    const no = 'Only administrators can change sandbox hosts.'
    return { update: no, close: no, open: no, delete: no }
  }
  const holds = `This host has ${used} ${used === 1 ? 'sandbox' : 'sandboxes'}. Close it, so that it takes no more.`
  return {
    update: true,
    close: status === 'closed' ? 'This host is already closed.' : true,
    open: status === 'available' ? 'This host is already open.' : true,
    delete: used > 0 ? holds : history > 0 ? 'This host had sandboxes, whose records refer to it. Close it instead.' : true,
  }
}
