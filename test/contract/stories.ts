import { accountAccess } from './stories/account-access.ts'
import { accountApprovals } from './stories/account-approvals.ts'
import { accountRequests } from './stories/account-requests.ts'
import { accounts } from './stories/accounts.ts'
import { apiKeys } from './stories/api-keys.ts'
import { deploymentTool } from './stories/deployment-tool.ts'
import { edge } from './stories/edge.ts'
import { families } from './stories/families.ts'
import { feedback } from './stories/feedback.ts'
import { health } from './stories/health.ts'
import { incidents } from './stories/incidents.ts'
import { pim } from './stories/pim.ts'
import { sandboxAccess } from './stories/sandbox-access.ts'
import { sandboxRequests } from './stories/sandbox-requests.ts'
import { sandboxes } from './stories/sandboxes.ts'
import { session } from './stories/session.ts'
import { towers } from './stories/towers.ts'
import { utils } from './stories/utilities.ts'

export const stories = [
  session,
  towers,
  families,
  accounts,
  accountAccess,
  accountRequests,
  accountApprovals,
  utils,
  incidents,
  health,
  pim,
  feedback,
  deploymentTool,
  apiKeys,
  sandboxes,
  sandboxRequests,
  sandboxAccess,
  edge,
]
