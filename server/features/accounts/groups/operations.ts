import { createAccountGroup } from './createAccountGroup.ts'
import { deleteAccountGroup } from './deleteAccountGroup.ts'
import { listAccountGroups } from './listAccountGroups.ts'
import { listRoleDefinitions } from './listRoleDefinitions.ts'
import { pollGroupCreation } from './pollGroupCreation.ts'
import { updateAccountGroup } from './updateAccountGroup.ts'

export const accountGroupOperations = [
  listAccountGroups,
  createAccountGroup,
  updateAccountGroup,
  deleteAccountGroup,
  pollGroupCreation,
  listRoleDefinitions,
]
