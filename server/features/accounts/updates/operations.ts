import { adminUpdateAccountOwners } from './adminUpdateAccountOwners.ts'
import { approveAccountUpdate } from './approveAccountUpdate.ts'
import { bulkUpdateAccounts } from './bulkUpdateAccounts.ts'
import { editAccountUpdate } from './editAccountUpdate.ts'
import { findAccountUpdate } from './findAccountUpdate.ts'
import { getAccountUpdate } from './getAccountUpdate.ts'
import { listAccountServices } from './listAccountServices.ts'
import { listAccountUpdates } from './listAccountUpdates.ts'
import { listCatalogueUpdates } from './listCatalogueUpdates.ts'
import { listPendingUpdates } from './listPendingUpdates.ts'
import { previewCatalogueUpdate } from './previewCatalogueUpdate.ts'
import { requestCatalogueUpdate } from './requestCatalogueUpdate.ts'
import { updateAccount } from './updateAccount.ts'
import { updateMyAccount } from './updateMyAccount.ts'
import { updateMyAccountOwners } from './updateMyAccountOwners.ts'
import { withdrawAccountUpdate } from './withdrawAccountUpdate.ts'

export const accountUpdateOperations = [
  requestCatalogueUpdate,
  previewCatalogueUpdate,
  listCatalogueUpdates,
  listPendingUpdates,
  listAccountUpdates,
  getAccountUpdate,
  editAccountUpdate,
  approveAccountUpdate,
  withdrawAccountUpdate,
  findAccountUpdate,
  listAccountServices,
  updateMyAccountOwners,
  adminUpdateAccountOwners,
  updateAccount,
  updateMyAccount,
  bulkUpdateAccounts,
]
