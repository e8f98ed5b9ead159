import { listAccessDifferences } from './listAccessDifferences.ts'
import { reconcileAccount } from './reconcileAccount.ts'
import { settleAccessDifference } from './settleAccessDifference.ts'
import { settleAccessDifferences } from './settleAccessDifferences.ts'

export const accessDriftOperations = [listAccessDifferences, settleAccessDifference, settleAccessDifferences, reconcileAccount]
