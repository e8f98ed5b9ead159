import type { PolicyName, PolicyState, PolicySummary } from '../../../clients/arm/armPolicy.ts'
import type { Clients } from '../../../clients/clients.ts'
import { resourceIdParts } from './resourceId.ts'

export const maxResourcesPerPolicy = 25
/** Beyond this many rows the counts remain correct, but resource names are missing. */
const maxStates = 3_000

interface NonCompliantPolicy {
  id: string
  name: string
  description: string | null
  category: string | null
  effect: string | null
  nonCompliantResources: number
  remedy: string
  link: string
  resources: { id: string; name: string; type: string; resourceGroup: string | null }[]
}

export interface Compliance {
  resources: { compliant: number; nonCompliant: number; exempt: number }
  nonCompliantPolicies: number
  evaluatedAt: string | null
  assignments: {
    id: string
    name: string
    scope: string
    resources: { compliant: number; nonCompliant: number }
    policies: NonCompliantPolicy[]
  }[]
}

export async function findCompliance({ arm }: Pick<Clients, 'arm'>, subscriptionId: string): Promise<Compliance | undefined> {
  const [summary, { states }] = await Promise.all([
    arm.summarizePolicyStates(subscriptionId),
    arm.listNonCompliant(subscriptionId, maxStates),
  ])
  if (!summary) return undefined
  const ids = summary.policyAssignments.flatMap(({ policyAssignmentId, policyDefinitions }) => [
    policyAssignmentId,
    ...policyDefinitions.filter(isNonCompliant).map(({ policyDefinitionId }) => policyDefinitionId),
  ])
  const names = new Map((await arm.namePolicies(subscriptionId, distinct(ids))).map((each) => [each.id.toLowerCase(), each]))
  const statesByPolicy = Map.groupBy(states, (state) => keyOf(state.policyAssignmentId, state.policyDefinitionId))
  return {
    resources: countsOf(summary.results),
    nonCompliantPolicies: new Set(
      summary.policyAssignments.flatMap((each) =>
        each.policyDefinitions.filter(isNonCompliant).map((policy) => policy.policyDefinitionId.toLowerCase()),
      ),
    ).size,
    evaluatedAt: states.reduce<string | null>((latest, { timestamp = '' }) => (timestamp > (latest ?? '') ? timestamp : latest), null),
    assignments: summary.policyAssignments
      .map((assignment) => {
        const { exempt: _, ...resources } = countsOf(assignment.results)
        return {
          id: assignment.policyAssignmentId,
          name: names.get(assignment.policyAssignmentId.toLowerCase())?.displayName ?? lastOf(assignment.policyAssignmentId),
          scope: scopeOf(assignment.policyAssignmentId),
          resources,
          policies: assignment.policyDefinitions
            .filter(isNonCompliant)
            .map((policy) =>
              describe(
                policy,
                names.get(policy.policyDefinitionId.toLowerCase()),
                statesByPolicy.get(keyOf(assignment.policyAssignmentId, policy.policyDefinitionId)) ?? [],
              ),
            )
            .sort((a, b) => b.nonCompliantResources - a.nonCompliantResources || a.name.localeCompare(b.name)),
        }
      })
      .sort((a, b) => b.resources.nonCompliant - a.resources.nonCompliant || a.name.localeCompare(b.name)),
  }
}

type Assignment = PolicySummary['policyAssignments'][number]
type Definition = Assignment['policyDefinitions'][number]

function describe(
  { policyDefinitionId, effect, results }: Definition,
  policyName: PolicyName | undefined,
  states: PolicyState[],
): NonCompliantPolicy {
  const resources = distinct(states.map(({ resourceId }) => resourceId)).map((id) => {
    const { name, type, resourceGroup } = resourceIdParts(id)
    return { id, name, type, resourceGroup }
  })
  return {
    id: policyDefinitionId,
    name: policyName?.displayName ?? lastOf(policyDefinitionId),
    description: policyName?.description ?? null,
    category: policyName?.category ?? null,
    effect: effect ?? null,
    nonCompliantResources: results.nonCompliantResources,
    remedy: describeRemedy(effect),
    link: `https://portal.azure.com/#blade/Microsoft_Azure_Policy/PolicyDetailBlade/definitionId/${encodeURIComponent(policyDefinitionId)}`,
    resources: resources.sort((a, b) => a.name.localeCompare(b.name)).slice(0, maxResourcesPerPolicy),
  }
}

function describeRemedy(effect: string | undefined): string {
  switch (effect?.toLowerCase()) {
    case 'deployifnotexists':
    case 'modify':
      return 'Azure can fix these resources: start a remediation task for the policy in the Azure portal.'
    case 'deny':
      return 'These resources existed before the policy. Change or move them; the policy denies new ones.'
    default:
      return 'Change the setting on each resource, or request a policy exemption.'
  }
}

function isNonCompliant({ results }: Definition): boolean {
  return results.nonCompliantResources > 0
}

function countsOf({ resourceDetails = [], nonCompliantResources }: PolicySummary['results']): Compliance['resources'] {
  const count = (state: string) => resourceDetails.find(({ complianceState }) => complianceState.toLowerCase() === state)?.count ?? 0
  return { compliant: count('compliant'), nonCompliant: nonCompliantResources, exempt: count('exempt') }
}

function scopeOf(assignmentId: string): string {
  const [, group] = /\/managementGroups\/([^/]+)/i.exec(assignmentId) ?? []
  if (group) return `Management group ${group}`
  const [, resourceGroup] = /\/resourceGroups\/([^/]+)/i.exec(assignmentId) ?? []
  return resourceGroup ? `Resource group ${resourceGroup}` : 'This subscription'
}

/** IDs that differ only in case are the same. */
function distinct(ids: readonly string[]): string[] {
  return [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()]
}

function keyOf(assignmentId: string, policyId: string): string {
  return `${assignmentId} ${policyId}`.toLowerCase()
}

function lastOf(id: string): string {
  return id.split('/').at(-1) ?? id
}
