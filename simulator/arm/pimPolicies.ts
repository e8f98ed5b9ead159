import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import type { ArmReply, ArmRequest, ArmRoute } from './armRoute.ts'
import { listOf, ok } from './armRoute.ts'
import { definitionId, type RoleDefinition, rolesAt } from './roleDefinitions.ts'
import { findScope, pimScopeId, type Scope } from './scope.ts'
import { lookUpSubscription } from './subscriptionStore.ts'

interface ActivationPolicy {
  maximumDuration: string
  enabledRules: Enablement[]
  approvalRequired: boolean
}
type Enablement = 'MultiFactorAuthentication' | 'Justification' | 'Ticketing'

const strictRoles = ['Owner', 'User Access Administrator', 'Role Based Access Control Administrator']
const sensitiveRoles = ['Contributor', 'Key Vault Administrator', 'Network Contributor', 'Storage Blob Data Owner']

function companyPolicy(role: RoleDefinition): ActivationPolicy {
  if (strictRoles.includes(role.name)) {
    const isApprovalRequired = role.name === 'Owner'
    return {
      maximumDuration: 'PT4H',
      enabledRules: ['MultiFactorAuthentication', 'Justification', 'Ticketing'],
      approvalRequired: isApprovalRequired,
    }
  }
  if (sensitiveRoles.includes(role.name))
    return { maximumDuration: 'PT8H', enabledRules: ['MultiFactorAuthentication', 'Justification'], approvalRequired: false }
  return { maximumDuration: 'PT8H', enabledRules: ['Justification'], approvalRequired: false }
}

/** Azure gives this policy to every role in a new subscription. */
const defaultPolicy: ActivationPolicy = {
  maximumDuration: 'PT8H',
  enabledRules: ['MultiFactorAuthentication', 'Justification'],
  approvalRequired: false,
}

type Level = 'Eligibility' | 'Assignment'

interface Rule {
  id: string
  ruleType: string
  isExpirationRequired?: boolean
  maximumDuration?: string
  enabledRules?: Enablement[]
  setting?: unknown
  target?: unknown
  isEnabled?: boolean
  claimValue?: string
}

const changes = (sim: Simulator) => sim.state.collection<Rule[]>('arm.pimPolicies')

/**
 * Rules for administrators are Azure's defaults: eligibility ends within a year and active assignments within half a year, neither can be
 * permanent, and active assignments need a justification (hashicorp/terraform-provider-azurerm #22766; the portal's role settings; IDs and
 * form as in Microsoft's example GetRoleManagementPolicyAssignmentByScope.json).
 */
function rulesOf(sim: Simulator, scope: Pick<Scope, 'key'>, role: RoleDefinition): Rule[] {
  const account = lookUpSubscription(sim, scope.key.split('/')[2] ?? '')?.account
  const policy = account || !scope.key.startsWith('/subscriptions/') ? companyPolicy(role) : defaultPolicy
  const target = (caller: string, level: string) => ({
    caller,
    operations: ['All'],
    level,
    targetObjects: null,
    inheritableSettings: null,
    enforcedSettings: null,
  })
  const rule = (caller: 'Admin' | 'EndUser', level: Level, kind: string, content: Partial<Rule>): Rule => ({
    ...content,
    id: `${kind}_${caller}_${level}`,
    ruleType: `RoleManagementPolicy${kind}Rule`,
    target: target(caller, level),
  })
  const board = sim.company.groups.find((group) => group.displayName === 'Cloud Architecture Board')
  const approvers = board ? [{ id: board.id, description: board.displayName, isBackup: false, userType: 'Group' }] : []
  const rules = [
    rule('Admin', 'Eligibility', 'Enablement', { enabledRules: [] }),
    rule('Admin', 'Eligibility', 'Expiration', { isExpirationRequired: true, maximumDuration: 'P365D' }),
    rule('Admin', 'Assignment', 'Enablement', { enabledRules: ['Justification'] }),
    rule('Admin', 'Assignment', 'Expiration', { isExpirationRequired: true, maximumDuration: 'P180D' }),
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
  const changedRules = changes(sim).get(`${scope.key}|${role.id}`) ?? []
  return rules.map((each) => changedRules.find(({ id }) => id === each.id) ?? each)
}

export function activationPolicy(sim: Simulator, scope: Pick<Scope, 'key'>, role: RoleDefinition): ActivationPolicy {
  const { expiration, enablement, rules } = limits(sim, scope, role, 'EndUser', 'Assignment')
  const setting = rules.find(({ id }) => id === 'Approval_EndUser_Assignment')?.setting as { isApprovalRequired?: boolean }
  return {
    maximumDuration: expiration.maximumDuration ?? 'PT8H',
    enabledRules: enablement.enabledRules ?? [],
    approvalRequired: setting?.isApprovalRequired === true,
  }
}

export function adminPolicy(
  sim: Simulator,
  scope: Pick<Scope, 'key'>,
  role: RoleDefinition,
  level: Level,
): { expires: boolean; maximumDuration: string | undefined; enabledRules: Enablement[] } {
  const { expiration, enablement } = limits(sim, scope, role, 'Admin', level)
  return {
    expires: expiration.isExpirationRequired === true,
    maximumDuration: expiration.maximumDuration,
    enabledRules: enablement.enabledRules ?? [],
  }
}

function limits(sim: Simulator, scope: Pick<Scope, 'key'>, role: RoleDefinition, caller: 'Admin' | 'EndUser', level: Level) {
  const rules = rulesOf(sim, scope, role)
  const ofKind = (kind: string) => rules.find(({ id }) => id === `${kind}_${caller}_${level}`)!
  return { expiration: ofKind('Expiration'), enablement: ofKind('Enablement'), rules }
}

function policyId(scope: Scope, role: RoleDefinition): string {
  return stableId(`role-management-policy/${scope.key}/${role.id}`)
}

function presentPolicy(request: ArmRequest, scope: Scope, role: RoleDefinition) {
  const rules = rulesOf(request.sim, scope, role)
  return {
    properties: {
      scope: scope.id,
      displayName: null,
      description: null,
      isOrganizationDefault: changes(request.sim).get(`${scope.key}|${role.id}`) === undefined,
      lastModifiedDateTime: '2024-01-15T09:00:00.000+00:00',
      lastModifiedBy: { id: null, displayName: 'Admin', type: null, email: null },
      rules,
      effectiveRules: rules,
      policyProperties: { scope: { id: scope.id, displayName: scope.displayName, type: scope.kind.toLowerCase() } },
    },
    name: policyId(scope, role),
    id: `${pimScopeId(scope.id)}/providers/Microsoft.Authorization/roleManagementPolicies/${policyId(scope, role)}`,
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
    id: `${pimScopeId(scope.id)}/providers/Microsoft.Authorization/roleManagementPolicyAssignments/${name}`,
    type: 'Microsoft.Authorization/roleManagementPolicyAssignments',
  }
}

type Presenter = (request: ArmRequest, scope: Scope, role: RoleDefinition) => { name: string }

function list(present: Presenter): ArmRoute['handle'] {
  return (request) => {
    const scope = findScope(request.sim, request.params.scope!)
    const requestedRole = /^roleDefinitionId eq '([^']+)'$/i
      .exec(request.query.$filter ?? '')?.[1]
      ?.split('/')
      .at(-1)
      ?.toLowerCase()
    const roles = rolesAt(request.sim, scope.key).filter((role) => requestedRole === undefined || role.id === requestedRole)
    return listOf(roles.map((role) => present(request, scope, role)))
  }
}

function get(present: Presenter): ArmRoute['handle'] {
  return (request) => {
    const scope = findScope(request.sim, request.params.scope!)
    const name = request.params.name!.toLowerCase()
    const policy = rolesAt(request.sim, scope.key)
      .map((role) => present(request, scope, role))
      .find((each) => each.name === name)
    if (!policy) throw new ArmError(404, 'NotFound', `'${request.path}' was not found.`)
    return ok(policy)
  }
}

function patch(request: ArmRequest): ArmReply {
  const { sim } = request
  const scope = findScope(sim, request.params.scope!)
  const name = request.params.name!.toLowerCase()
  const role = rolesAt(sim, scope.key).find((each) => policyId(scope, each) === name)
  if (!role) throw new ArmError(404, 'NotFound', `'${request.path}' was not found.`)
  const requestedRules = ((request.body.properties ?? {}) as { rules?: Rule[] }).rules ?? []
  const knownRules = new Map(rulesOf(sim, scope, role).map((rule) => [rule.id, rule]))
  for (const rule of requestedRules) {
    if (knownRules.get(rule.id)?.ruleType !== rule.ruleType)
      throw new ArmError(400, 'InvalidPolicy', `The policy rule '${rule.id}' is invalid.`)
  }
  const stored = (changes(sim).get(`${scope.key}|${role.id}`) ?? []).filter(({ id }) => !requestedRules.some((rule) => rule.id === id))
  changes(sim).set(`${scope.key}|${role.id}`, [...stored, ...requestedRules])
  return ok(presentPolicy(request, scope, role))
}

const base = '{scope}/providers/Microsoft.Authorization'

export const pimPolicyRoutes: ArmRoute[] = [
  { method: 'GET', path: `${base}/roleManagementPolicies`, handle: list(presentPolicy) },
  { method: 'GET', path: `${base}/roleManagementPolicies/{name}`, handle: get(presentPolicy) },
  { method: 'PATCH', path: `${base}/roleManagementPolicies/{name}`, handle: patch },
  { method: 'GET', path: `${base}/roleManagementPolicyAssignments`, handle: list(presentAssignment) },
  { method: 'GET', path: `${base}/roleManagementPolicyAssignments/{name}`, handle: get(presentAssignment) },
]
