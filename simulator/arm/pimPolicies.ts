import { stableId } from '../../sample/stableId.ts'
import { ArmError } from './armError.ts'
import type { ArmRequest, ArmRoute } from './armRoute.ts'
import { listOf, ok } from './armRoute.ts'
import { definitionId, type RoleDefinition, rolesAt } from './roleDefinitions.ts'
import { findScope, type Scope } from './scope.ts'

/** What a person must bring to activate a role, and for how long they may have it. */
export interface ActivationPolicy {
  maximumDuration: string
  enabledRules: ('MultiFactorAuthentication' | 'Justification' | 'Ticketing')[]
  approvalRequired: boolean
}

const strict = ['Owner', 'User Access Administrator', 'Role Based Access Control Administrator']
const careful = ['Contributor', 'Key Vault Administrator', 'Network Contributor', 'Storage Blob Data Owner']

/** The more a role can do, the more it asks for. */
export function activationPolicy(role: RoleDefinition): ActivationPolicy {
  if (strict.includes(role.name)) {
    const approvalRequired = role.name === 'Owner'
    return { maximumDuration: 'PT4H', enabledRules: ['MultiFactorAuthentication', 'Justification', 'Ticketing'], approvalRequired }
  }
  if (careful.includes(role.name))
    return { maximumDuration: 'PT8H', enabledRules: ['MultiFactorAuthentication', 'Justification'], approvalRequired: false }
  return { maximumDuration: 'PT8H', enabledRules: ['Justification'], approvalRequired: false }
}

function rulesOf({ sim }: ArmRequest, policy: ActivationPolicy) {
  const target = (caller: string, level: string) => ({
    caller,
    operations: ['All'],
    level,
    targetObjects: null,
    inheritableSettings: null,
    enforcedSettings: null,
  })
  const rule = (caller: 'Admin' | 'EndUser', level: 'Eligibility' | 'Assignment', kind: string, content: object) => ({
    ...content,
    id: `${kind}_${caller}_${level}`,
    ruleType: `RoleManagementPolicy${kind}Rule`,
    target: target(caller, level),
  })
  const board = sim.company.groups.find((group) => group.displayName === 'Cloud Architecture Board')
  const approvers = board ? [{ id: board.id, description: board.displayName, isBackup: false, userType: 'Group' }] : []
  return [
    rule('Admin', 'Eligibility', 'Enablement', { enabledRules: [] }),
    rule('Admin', 'Eligibility', 'Expiration', { isExpirationRequired: false, maximumDuration: 'P365D' }),
    rule('Admin', 'Assignment', 'Enablement', { enabledRules: ['Justification'] }),
    rule('Admin', 'Assignment', 'Expiration', { isExpirationRequired: false, maximumDuration: 'P180D' }),
    rule('EndUser', 'Assignment', 'Approval', {
      setting: {
        isApprovalRequired: policy.approvalRequired,
        isApprovalRequiredForExtension: false,
        isRequestorJustificationRequired: true,
        approvalMode: 'SingleStage',
        approvalStages: [
          {
            approvalStageTimeOutInDays: 1,
            isApproverJustificationRequired: true,
            escalationTimeInMinutes: 0,
            primaryApprovers: policy.approvalRequired ? approvers : [],
            isEscalationEnabled: false,
            escalationApprovers: null,
          },
        ],
      },
    }),
    rule('EndUser', 'Assignment', 'AuthenticationContext', { isEnabled: false, claimValue: '' }),
    rule('EndUser', 'Assignment', 'Enablement', { enabledRules: policy.enabledRules }),
    rule('EndUser', 'Assignment', 'Expiration', { isExpirationRequired: true, maximumDuration: policy.maximumDuration }),
  ]
}

function policyId(scope: Scope, role: RoleDefinition): string {
  return stableId(`role-management-policy/${scope.key}/${role.id}`)
}

function presentPolicy(request: ArmRequest, scope: Scope, role: RoleDefinition) {
  const rules = rulesOf(request, activationPolicy(role))
  return {
    properties: {
      scope: scope.id,
      displayName: null,
      description: null,
      isOrganizationDefault: true,
      lastModifiedDateTime: '2024-01-15T09:00:00.000+00:00',
      lastModifiedBy: { id: null, displayName: 'Admin', type: null, email: null },
      rules,
      effectiveRules: rules,
      policyProperties: { scope: { id: scope.id, displayName: scope.displayName, type: scope.kind.toLowerCase() } },
    },
    name: policyId(scope, role),
    id: `${scope.id}/providers/Microsoft.Authorization/roleManagementPolicies/${policyId(scope, role)}`,
    type: 'Microsoft.Authorization/roleManagementPolicies',
  }
}

function presentAssignment(request: ArmRequest, scope: Scope, role: RoleDefinition) {
  const policy = presentPolicy(request, scope, role)
  const name = `${policy.name}_${role.id}`
  return {
    properties: {
      scope: scope.id,
      roleDefinitionId: definitionId(scope.key, role),
      policyId: policy.id,
      effectiveRules: policy.properties.rules,
      policyAssignmentProperties: {
        scope: policy.properties.policyProperties.scope,
        roleDefinition: { id: definitionId(scope.key, role), displayName: role.name, type: role.type },
        policy: { id: policy.id, lastModifiedBy: policy.properties.lastModifiedBy, lastModifiedDateTime: null },
      },
    },
    name,
    id: `${scope.id}/providers/Microsoft.Authorization/roleManagementPolicyAssignments/${name}`,
    type: 'Microsoft.Authorization/roleManagementPolicyAssignments',
  }
}

type Present = (request: ArmRequest, scope: Scope, role: RoleDefinition) => { name: string }

function list(present: Present): ArmRoute['handle'] {
  return (request) => {
    const scope = findScope(request.sim, request.params.scope!)
    const wanted = /^roleDefinitionId eq '([^']+)'$/i
      .exec(request.query.$filter ?? '')?.[1]
      ?.split('/')
      .at(-1)
      ?.toLowerCase()
    const roles = rolesAt(request.sim, scope.key).filter((role) => wanted === undefined || role.id === wanted)
    return listOf(roles.map((role) => present(request, scope, role)))
  }
}

function get(present: Present): ArmRoute['handle'] {
  return (request) => {
    const scope = findScope(request.sim, request.params.scope!)
    const name = request.params.name!.toLowerCase()
    const found = rolesAt(request.sim, scope.key)
      .map((role) => present(request, scope, role))
      .find((each) => each.name === name)
    if (!found) throw new ArmError(404, 'NotFound', `'${request.path}' was not found.`)
    return ok(found)
  }
}

const base = '{scope}/providers/Microsoft.Authorization'

export const pimPolicyRoutes: ArmRoute[] = [
  { method: 'GET', path: `${base}/roleManagementPolicies`, handle: list(presentPolicy) },
  { method: 'GET', path: `${base}/roleManagementPolicies/{name}`, handle: get(presentPolicy) },
  { method: 'GET', path: `${base}/roleManagementPolicyAssignments`, handle: list(presentAssignment) },
  { method: 'GET', path: `${base}/roleManagementPolicyAssignments/{name}`, handle: get(presentAssignment) },
]
