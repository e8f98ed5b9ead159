import type { ApprovalFacts } from '../../../approvals/subject.ts'
import { anyPrivileged } from '../../../auth/classifyRoleDefinitions.ts'
import type { Db } from '../../../db/database.ts'
import type { GroupRole } from '../../../db/tables.ts'
import type { OwningResource } from '../../accounts/accounts/owningResource.ts'

export const accessRequestKind = 'accessRequest'
export const sandboxAccessRequestKind = 'sandboxAccessRequest'

/** A request follows the approval policy of its group’s scope. */
export const requestKindOf = (resourceKind: Pick<OwningResource, 'kind'>) =>
  resourceKind.kind === 'account' ? accessRequestKind : sandboxAccessRequestKind

export interface RequestedAccess {
  roles: Pick<GroupRole, 'roleDefinitionId' | 'roleName'>[]
  durationHours: number | null
  extends: string | null
}

export async function requestFacts(db: Db, accessRequest: RequestedAccess): Promise<NonNullable<ApprovalFacts['request']>> {
  const roles = accessRequest.roles.map(({ roleName }) => roleName)
  const isPrivileged = await anyPrivileged(db, accessRequest.roles)
  return { roles, privileged: isPrivileged, hours: accessRequest.durationHours ?? 0, extends: accessRequest.extends !== null }
}

export async function accessFacts(
  db: Db,
  account: { id: string; tower: { id: string }; family: { id: string } },
  accessRequest: RequestedAccess,
): Promise<ApprovalFacts> {
  return {
    towerId: account.tower.id,
    familyId: account.family.id,
    catalogueItemIds: [],
    accountId: account.id,
    request: await requestFacts(db, accessRequest),
  }
}

export function accessNotification(request: { reference: string; requesterName: string; groupName: string; extends: string | null }) {
  return {
    title: `${request.requesterName} requests ${request.extends ? 'an extension of access to' : 'access to'} ${request.groupName}`,
    body: `${request.reference} is waiting for your decision.`,
  }
}
