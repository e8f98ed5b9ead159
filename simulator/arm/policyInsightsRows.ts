import type { GraphTable } from './graphTable.ts'
import type { Row } from './kql.ts'
import { assignmentId, policyAssignments, policyId, referenceId, type SimPolicy, setId } from './policyInsightsDefinitions.ts'
import { evaluatedAt, policyStatesOf, type SimPolicyState } from './policyInsightsStates.ts'
import type { SimSubscription } from './subscriptionStore.ts'

export function presentState(state: SimPolicyState, subscription: SimSubscription, managementGroups: string, date: Date) {
  const { assignment, policy, resource, compliant } = state
  return {
    timestamp: date.toISOString(),
    resourceId: resource.id,
    policyAssignmentId: assignmentId(assignment),
    policyDefinitionId: policyId(policy),
    isCompliant: compliant,
    subscriptionId: subscription.subscriptionId,
    resourceType: resource.type,
    resourceLocation: resource.location,
    resourceGroup: resource.id.split('/')[4],
    policyAssignmentName: assignment.name,
    policyAssignmentScope: `/providers/Microsoft.Management/managementGroups/${assignment.managementGroupId}`,
    policyDefinitionName: policy.name,
    policyDefinitionAction: policy.effect.toLowerCase(),
    policyDefinitionCategory: policy.category,
    policySetDefinitionId: setId(assignment),
    policySetDefinitionName: assignment.setName,
    policyDefinitionReferenceId: referenceId(policy),
    managementGroupIds: managementGroups,
    complianceState: compliant ? 'Compliant' : 'NonCompliant',
  }
}

const definitionRow = (policy: SimPolicy): Row => ({
  id: policyId(policy),
  name: policy.name,
  type: 'microsoft.authorization/policydefinitions',
  properties: {
    displayName: policy.displayName,
    description: policy.description,
    policyType: policy.builtIn ? 'BuiltIn' : 'Custom',
    metadata: { category: policy.category },
  },
})

export const policyTable: GraphTable = function* (sim, subscription) {
  for (const assignment of policyAssignments) {
    const { name, displayName } = assignment
    const scope = `/providers/Microsoft.Management/managementGroups/${assignment.managementGroupId}`
    const properties = { displayName, policyDefinitionId: setId(assignment), scope, enforcementMode: 'Default' }
    yield { id: assignmentId(assignment), name, type: 'microsoft.authorization/policyassignments', properties }
    yield* assignment.policies.map(definitionRow)
  }
  const date = evaluatedAt(sim, subscription)
  if (!date) return
  let index = 0
  for (const state of policyStatesOf(sim, subscription)) {
    const properties = presentState(state, subscription, '', date)
    const name = String(index++)
    yield {
      id: `${state.resource.id}/providers/Microsoft.PolicyInsights/policyStates/${name}`,
      name,
      type: 'microsoft.policyinsights/policystates',
      resourceGroup: properties.resourceGroup,
      properties,
    }
  }
}
