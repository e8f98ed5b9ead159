import type { GroupRole } from '../../../../db/tables.ts'
import type { OwningResource } from '../../accounts/owningResource.ts'

export interface RemoveGroupInput {
  groupId: string
  home: OwningResource
  name: string
  directoryGroupId: string | null
  assignment: 'active' | 'eligible'
  roles: GroupRole[]
  /** Null when the group is deleted with its account or sandbox. */
  removedBy: string | null
}
