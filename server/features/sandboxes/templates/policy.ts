import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { HostStatus } from '../../../db/tables.ts'

/** If the actor can’t see a template, the caller reports it as missing. */
export function sandboxTemplateCan(
  actor: Person,
  template: { enabled: boolean; requests: number },
): { request: Verdict; update: Verdict; delete: Verdict } {
  const adminVerdict: Verdict = actor.admin ? true : 'Only administrators can change templates.'
  const used = `You can’t delete this template because ${template.requests} ${template.requests === 1 ? 'request refers to' : 'requests refer to'} it. Disable the template instead.`
  return {
    request: template.enabled ? true : 'This template isn’t currently available.',
    update: adminVerdict,
    delete: adminVerdict === true && template.requests > 0 ? used : adminVerdict,
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
  const inUseMessage = `This host has ${used} ${used === 1 ? 'sandbox' : 'sandboxes'}. Close the host instead, so that it takes no new ones.`
  return {
    update: true,
    close: status === 'closed' ? 'This host is already closed.' : true,
    open: status === 'available' ? 'This host is already open.' : true,
    delete:
      used > 0
        ? inUseMessage
        : history > 0
          ? 'You can’t delete this host because records of past sandboxes refer to it. Close the host instead.'
          : true,
  }
}
