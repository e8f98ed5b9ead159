import type { OperationId } from './client.ts'

/** POST operations with several transactions, which are saved before their Idempotency-Key: after `outcomeUnknown` a repeat isn’t safe. */
export const savedInParts: ReadonlySet<OperationId> = new Set<OperationId>([
  'acceptAlert',
  'bulkDecideApprovals',
  'bulkUpdateAccounts',
  'cancelWork',
  'onboardRepo',
  'retryWork',
  'setKeyVaultSecret',
])
