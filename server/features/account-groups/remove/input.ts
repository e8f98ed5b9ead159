import type { GroupRole } from '../../../db/tables.ts'

/** The group as it was when its deletion began. */
export interface RemoveGroupInput {
  groupId: string
  accountId: string
  accountName: string
  name: string
  directoryGroupId: string | null
  assignment: 'active' | 'eligible'
  roles: GroupRole[]
  /** Null when it went with its account. */
  removedBy: string | null
}
