import { addGroupConflict } from './addGroupConflict.ts'
import { findAccess } from './findAccess.ts'
import { getAccessGroup } from './getAccessGroup.ts'
import { getAccessGroupByName } from './getAccessGroupByName.ts'
import { getAccessGroupsAdvOptions } from './getAccessGroupsAdvOptions.ts'
import { listAccessGroups } from './listAccessGroups.ts'
import { listAccessGroupsAdv } from './listAccessGroupsAdv.ts'
import { listGroupConflicts } from './listGroupConflicts.ts'
import { removeGroupConflict } from './removeGroupConflict.ts'

export const accessGroupOperations = [
  listAccessGroups,
  listAccessGroupsAdv,
  getAccessGroupsAdvOptions,
  getAccessGroup,
  getAccessGroupByName,
  findAccess,
  listGroupConflicts,
  addGroupConflict,
  removeGroupConflict,
]
