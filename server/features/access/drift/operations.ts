import { listAccessDifferences } from './listAccessDifferences.ts'
import { reconcileAccount } from './reconcileAccount.ts'
import { resolveAccessDifference } from './resolveAccessDifference.ts'
import { resolveAccessDifferences } from './resolveAccessDifferences.ts'

export const accessDriftOperations = [listAccessDifferences, resolveAccessDifference, resolveAccessDifferences, reconcileAccount]
