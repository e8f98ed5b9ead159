import type { Send } from '../pipeline.ts'
import { armActivity } from './armActivity.ts'
import { armAdvisor } from './armAdvisor.ts'
import { armBackup } from './armBackup.ts'
import { armBudgets } from './armBudgets.ts'
import { armCompute } from './armCompute.ts'
import { armCost } from './armCost.ts'
import { armDecommission } from './armDecommission.ts'
import { armDns } from './armDns.ts'
import { armKeyVaults } from './armKeyVaults.ts'
import { armLocks } from './armLocks.ts'
import { armMaintenance } from './armMaintenance.ts'
import { armNetwork } from './armNetwork.ts'
import { armPim } from './armPim.ts'
import { armPolicy } from './armPolicy.ts'
import { armPolicyAssignments } from './armPolicyAssignments.ts'
import { armPower } from './armPower.ts'
import { armResourceGraph } from './armResourceGraph.ts'
import { armResources } from './armResources.ts'
import { armRoles } from './armRoles.ts'
import { armSecurity } from './armSecurity.ts'
import { armSubscriptions } from './armSubscriptions.ts'
import { armTags } from './armTags.ts'

export type Arm = ReturnType<typeof createArm>

/**
 * Client of Azure Resource Manager. Scopes and IDs have Azure's spelling with a leading `/`; compare them case-insensitively.
 * @param billing sends calls to the billing scope
 */
export function createArm(send: Send, billing = send) {
  return {
    ...armSubscriptions(send, billing),
    ...armResources(send),
    ...armResourceGraph(send),
    ...armBudgets(send),
    ...armCost(send),
    ...armPolicy(send),
    ...armSecurity(send),
    ...armAdvisor(send),
    ...armNetwork(send),
    ...armDns(send),
    ...armRoles(send),
    ...armPim(send),
    ...armTags(send),
    ...armBackup(send),
    ...armMaintenance(send),
    ...armActivity(send),
    ...armLocks(send),
    ...armDecommission(send),
    ...armPower(send),
    ...armPolicyAssignments(send),
    ...armKeyVaults(send),
    ...armCompute(send),
  }
}
