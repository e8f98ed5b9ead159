import { armBudgets } from './armBudgets.ts'
import { armNetwork } from './armNetwork.ts'
import { armResources } from './armResources.ts'
import { armRoles } from './armRoles.ts'
import { armSubscriptions } from './armSubscriptions.ts'
import type { Send } from './pipeline.ts'

export type Arm = ReturnType<typeof createArm>

/** Azure Resource Manager. Scopes and ids are as Azure writes them, beginning with `/`; compare them without case. */
export function createArm(send: Send) {
  return { ...armSubscriptions(send), ...armResources(send), ...armBudgets(send), ...armNetwork(send), ...armRoles(send) }
}
