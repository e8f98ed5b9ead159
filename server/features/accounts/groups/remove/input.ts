import type { GroupRole } from '../../../../db/tables.ts'
import type { GroupHome } from '../../accounts/home.ts'

/** The run needs the group as it was when the deletion started. */
export interface RemoveGroupInput {
  groupId: string
  home: GroupHome
  name: string
  directoryGroupId: string | null
  assignment: 'active' | 'eligible'
  roles: GroupRole[]
  /** Null when the group is deleted with its account or sandbox. */
  removedBy: string | null
}
