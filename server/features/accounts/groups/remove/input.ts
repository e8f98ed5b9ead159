import type { GroupRole } from '../../../../db/tables.ts'
import type { GroupHome } from '../../accounts/home.ts'

/** The group as it was when its deletion began. */
export interface RemoveGroupInput {
  groupId: string
  home: GroupHome
  name: string
  directoryGroupId: string | null
  assignment: 'active' | 'eligible'
  roles: GroupRole[]
  /** Null when it went with its account or sandbox. */
  removedBy: string | null
}
