import { createAccount } from './createAccount.ts'
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

export const accountOperations = [
  createAccount,
  listAccounts,
  listAccountsAdv,
  getAccountsAdvOptions,
  exportAccounts,
  listMyAccounts,
  getMyAccount,
  getAccountByName,
  searchAccounts,
  getAccount,
  doIOwnAccount,
  getAccountOwnersNotUser,
  listAccountActivity,
]
