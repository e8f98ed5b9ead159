import { givesAuthority } from '../../approvals/authority.ts'
import type { ApprovalFacts } from '../../approvals/subject.ts'
import type { GroupRole } from '../../db/tables.ts'
import type { GroupHome } from './home.ts'

export const accessRequestKind = 'accessRequest'
export const sandboxAccessRequestKind = 'sandboxAccessRequest'

/** Requests for access are approved by the rules of where the group belongs. */
export const requestKindOf = (home: Pick<GroupHome, 'kind'>) => (home.kind === 'account' ? accessRequestKind : sandboxAccessRequestKind)

/** What is asked for: what the group lets one do, and for how long. */
export interface AskedAccess {
  roles: Pick<GroupRole, 'roleName'>[]
  /** Null: for good. */
  durationHours: number | null
  /** The assignment it asks to lengthen. */
  extends: string | null
}

export function askedFacts(asked: AskedAccess): ApprovalFacts['request'] {
  const roles = asked.roles.map(({ roleName }) => roleName)
  return { roles, privileged: givesAuthority(roles), hours: asked.durationHours ?? 0, extends: asked.extends !== null }
}

/** What the approval policy looks at. */
export function accessFacts(account: { id: string; tower: { id: string }; family: { id: string } }, asked: AskedAccess): ApprovalFacts {
  return {
    towerId: account.tower.id,
    familyId: account.family.id,
    catalogueItemIds: [],
    accountId: account.id,
    request: askedFacts(asked),
  }
}

/** What an approver reads in a notice. */
export function accessNotice(request: { reference: string; requesterName: string; groupName: string; extends: string | null }) {
  return {
    title: `${request.requesterName} asks to ${request.extends ? 'stay in' : 'be let into'} ${request.groupName}`,
    body: `${request.reference} waits for your decision.`,
  }
}
