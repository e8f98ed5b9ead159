import { adminUpdateAccountOwners } from './adminUpdateAccountOwners.ts'
import { bulkUpdateAccounts } from './bulkUpdateAccounts.ts'
import { createAccount } from './createAccount.ts'
import { deleteAccount } from './deleteAccount.ts'
import { doIOwnAccount } from './doIOwnAccount.ts'
import { exportAccounts } from './exportAccounts.ts'
import { getAccount } from './getAccount.ts'
import { getAccountByName } from './getAccountByName.ts'
import { getAccountOwnersNotUser } from './getAccountOwnersNotUser.ts'
import { getAccountsAdvOptions } from './getAccountsAdvOptions.ts'
import { getMyAccount } from './getMyAccount.ts'
import { listAccountActivity } from './listAccountActivity.ts'
import { listAccounts } from './listAccounts.ts'
import { listAccountsAdv } from './listAccountsAdv.ts'
import { listMyAccounts } from './listMyAccounts.ts'
import { searchAccounts } from './searchAccounts.ts'
import { updateAccount } from './updateAccount.ts'
import { updateMyAccount } from './updateMyAccount.ts'
import { updateMyAccountOwners } from './updateMyAccountOwners.ts'

export const accountOperations = [
  createAccount,
  listAccounts,
  listAccountsAdv,
  getAccountsAdvOptions,
  exportAccounts,
  bulkUpdateAccounts,
  listMyAccounts,
  getMyAccount,
  updateMyAccount,
  updateMyAccountOwners,
  adminUpdateAccountOwners,
  getAccountByName,
  searchAccounts,
  getAccount,
  updateAccount,
  deleteAccount,
  doIOwnAccount,
  getAccountOwnersNotUser,
  listAccountActivity,
]
