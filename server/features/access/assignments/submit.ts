import type { ApprovalFacts } from '../../../approvals/subject.ts'
import { anyPrivileged } from '../../../auth/privilegedRoles.ts'
import type { Db } from '../../../db/database.ts'
import type { GroupRole } from '../../../db/tables.ts'
import type { GroupHome } from '../../accounts/accounts/home.ts'

export const accessRequestKind = 'accessRequest'
export const sandboxAccessRequestKind = 'sandboxAccessRequest'

/** A request follows the approval policy of its group’s scope. */
export const requestKindOf = (home: Pick<GroupHome, 'kind'>) => (home.kind === 'account' ? accessRequestKind : sandboxAccessRequestKind)

export interface RequestedAccess {
  roles: Pick<GroupRole, 'roleDefinitionId' | 'roleName'>[]
  durationHours: number | null
  extends: string | null
}

export async function requestFacts(db: Db, asked: RequestedAccess): Promise<NonNullable<ApprovalFacts['request']>> {
  const roles = asked.roles.map(({ roleName }) => roleName)
  const privileged = await anyPrivileged(db, asked.roles)
  return { roles, privileged, hours: asked.durationHours ?? 0, extends: asked.extends !== null }
}

export async function accessFacts(
  db: Db,
  account: { id: string; tower: { id: string }; family: { id: string } },
  asked: RequestedAccess,
): Promise<ApprovalFacts> {
  return {
    towerId: account.tower.id,
    familyId: account.family.id,
    catalogueItemIds: [],
    accountId: account.id,
    request: await requestFacts(db, asked),
  }
}

export function accessNotification(request: { reference: string; requesterName: string; groupName: string; extends: string | null }) {
  return {
    title: `${request.requesterName} asks to ${request.extends ? 'stay in' : 'get access to'} ${request.groupName}`,
    body: `${request.reference} is waiting for your decision.`,
  }
}
