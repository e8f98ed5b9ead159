import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { HostStatus } from '../../../db/tables.ts'

/** What the actor may do with a template. Whoever may not see it is told that there is none. */
export function sandboxTemplateCan(
  actor: Person,
  template: { enabled: boolean; requests: number },
): { request: Verdict; update: Verdict; delete: Verdict } {
  const admin: Verdict = actor.admin ? true : 'Only administrators change templates.'
  const used = `${template.requests} ${template.requests === 1 ? 'request names' : 'requests name'} it. Disable it instead.`
  return {
    request: template.enabled ? true : 'It is not offered at present.',
    update: admin,
    delete: admin === true && template.requests > 0 ? used : admin,
  }
}

interface HostFacts {
  status: HostStatus
  /** Sandboxes in it now. */
  used: number
  /** Sandboxes that ever were in it. */
  history: number
}

/** What the actor may do with a place for sandboxes. */
export function sandboxHostCan(
  actor: Person,
  { status, used, history }: HostFacts,
): Record<'update' | 'retire' | 'open' | 'delete', Verdict> {
  if (!actor.admin) {
    const no = 'Only administrators change where sandboxes live.'
    return { update: no, retire: no, open: no, delete: no }
  }
  const holds = `It still holds ${used} ${used === 1 ? 'sandbox' : 'sandboxes'}. Retire it, so that it takes no more.`
  return {
    update: true,
    retire: status === 'retired' ? 'It is retired already.' : true,
    open: status === 'available' ? 'It is open already.' : true,
    delete: used > 0 ? holds : history > 0 ? 'Sandboxes have lived in it, and their record stays. Retire it instead.' : true,
  }
}
