import { deleteAccount } from './deleteAccount.ts'
import { getRetirement } from './getRetirement.ts'
import { goOnWithDecommission } from './goOnWithDecommission.ts'
import { rehearseDecommission } from './rehearseDecommission.ts'
import { requestDecommission } from './requestDecommission.ts'
import { restoreAccount } from './restoreAccount.ts'
import { undoDecommission } from './undoDecommission.ts'

export const accountRetirementOperations = [
  requestDecommission,
  rehearseDecommission,
  goOnWithDecommission,
  undoDecommission,
  getRetirement,
  restoreAccount,
  deleteAccount,
]
