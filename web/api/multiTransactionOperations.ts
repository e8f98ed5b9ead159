import type { OperationId } from './client.ts'

/**
 * POST operations whose changes are saved in several transactions, before their Idempotency-Key. After `outcomeUnknown`, a repeat isn’t
 * safe.
 */
export const multiTransactionOperations: ReadonlySet<OperationId> = new Set<OperationId>([
  'acceptAlert',
  'bulkDecideApprovals',
  'bulkUpdateAccounts',
  'cancelRuns',
  'onboardRepo',
  'retryRuns',
  'setKeyVaultSecret',
])
