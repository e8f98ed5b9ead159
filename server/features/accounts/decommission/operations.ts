import { deleteAccount } from './deleteAccount.ts'
import { dryRunDecommission } from './dryRunDecommission.ts'
import { getDecommission } from './getDecommission.ts'
import { requestDecommission } from './requestDecommission.ts'
import { restoreAccount } from './restoreAccount.ts'
import { skipGracePeriod } from './skipGracePeriod.ts'
import { undoDecommission } from './undoDecommission.ts'

export const accountDecommissionOperations = [
  requestDecommission,
  dryRunDecommission,
  skipGracePeriod,
  undoDecommission,
  getDecommission,
  restoreAccount,
  deleteAccount,
]
