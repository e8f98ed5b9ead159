import { accountApprovalOperations } from './features/account-approvals/operations.ts'
import { accountInsightOperations } from './features/account-insights/operations.ts'
import { accountRequestOperations } from './features/account-requests/operations.ts'
import { accountOperations } from './features/accounts/operations.ts'
import { catalogueOperations } from './features/catalogue/operations.ts'
import { familyOperations } from './features/families/operations.ts'
import { notificationOperations } from './features/notifications/operations.ts'
import { sessionOperations } from './features/session/operations.ts'
import { towerOperations } from './features/towers/operations.ts'
import { utilityOperations } from './features/utils/operations.ts'
import { workOperations } from './features/work/operations.ts'
import type { Operation } from './http/operation.ts'

/** Every call Slipway serves, with its types; the client is made from these. */
export const served = [
  ...sessionOperations,
  ...towerOperations,
  ...familyOperations,
  ...accountOperations,
  ...accountInsightOperations,
  ...catalogueOperations,
  ...utilityOperations,
  ...accountRequestOperations,
  ...accountApprovalOperations,
  ...workOperations,
  ...notificationOperations,
]

/** The same for code that treats them all alike. */
export const operations = served as unknown as Operation[]
