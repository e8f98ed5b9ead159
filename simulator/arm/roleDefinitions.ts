import type { SampleAccount } from '../../sample/shapes.ts'
import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, listOf, ok } from './armRoute.ts'
import { builtInRoles, type RoleDefinition } from './builtInRoles.ts'
import { findScope } from './scope.ts'
import { slipwayRoles } from './slipwayRoles.ts'
import { lookUpSubscription } from './subscriptionStore.ts'

export type { RoleDefinition }

const builtIn: RoleDefinition[] = builtInRoles.map((role) => ({ ...role, type: 'BuiltInRole', assignableScopes: ['/'] }))

function customRole(account: SampleAccount): RoleDefinition {
  return {
    id: stableId(`role-definition/${account.id}`),
    name: `${account.name} Release Operator`,
    description: `Restart, scale and release the services of ${account.name}.`,
    type: 'CustomRole',
    assignableScopes: [`/subscriptions/${account.subscriptionId}`],
    actions: ['*/read', 'Microsoft.Web/sites/*/action', 'Microsoft.Resources/deployments/*'],
  }
}

export function rolesAt(sim: Simulator, scopeKey: string): RoleDefinition[] {
  const account = lookUpSubscription(sim, scopeKey.split('/')[2] ?? '')?.account
  return [...builtIn, ...slipwayRoles(sim), ...(account ? [customRole(account)] : [])]
}

export function findRole(sim: Simulator, scopeKey: string, definitionId: string): RoleDefinition | undefined {
  const id = definitionId.split('/').at(-1)!.toLowerCase()
  return rolesAt(sim, scopeKey).find((role) => role.id === id)
}

export function roleByName(name: string): RoleDefinition {
  const role = builtIn.find((each) => each.name === name)
  if (!role) throw new Error(`No built-in role is called ${name}`)
  return role
}

/** The ID of a built-in role includes the subscription when it is used there. */
export function definitionId(scopeKey: string, role: { id: string }): string {
  const [, firstName, subscriptionId] = scopeKey.split('/')
  return `${firstName === 'subscriptions' ? `/subscriptions/${subscriptionId}` : ''}/providers/Microsoft.Authorization/roleDefinitions/${role.id}`
}

function present(scopeKey: string, role: RoleDefinition) {
  return {
    properties: {
      roleName: role.name,
      type: role.type,
      description: role.description,
      assignableScopes: role.assignableScopes,
      permissions: [{ actions: role.actions, notActions: role.notActions ?? [], dataActions: role.dataActions ?? [], notDataActions: [] }],
      createdOn: '2015-02-02T21:55:09.8806423Z',
      updatedOn: '2023-11-02T16:05:00.0000000Z',
      createdBy: null,
      updatedBy: null,
    },
    id: definitionId(scopeKey, role),
    type: 'Microsoft.Authorization/roleDefinitions',
    name: role.id,
  }
}

function filterOf(filter: string | undefined): (role: RoleDefinition) => boolean {
  if (!filter || /^atScopeAndBelow\(\)$/i.test(filter)) return () => true
  const match = /^(type|roleName) eq '([^']*)'$/i.exec(filter.trim())
  if (!match) throw new ArmError(400, 'InvalidFilter', `The filter '${filter}' is not supported.`)
  const operand = match[2]!.toLowerCase()
  return match[1]!.toLowerCase() === 'type' ? (role) => role.type.toLowerCase() === operand : (role) => role.name.toLowerCase() === operand
}

function list(request: ArmRequest): ArmReply {
  const { key } = findScope(request.sim, request.params.scope!)
  const roles = rolesAt(request.sim, key).filter(filterOf(request.query.$filter))
  return listOf(roles.map((role) => present(key, role)))
}

function get(request: ArmRequest): ArmReply {
  const { key } = findScope(request.sim, request.params.scope!)
  const role = findRole(request.sim, key, request.params.roleId!)
  if (!role)
    throw new ArmError(
      404,
      'RoleDefinitionDoesNotExist',
      `The specified role definition with ID '${request.params.roleId}' does not exist.`,
    )
  return ok(present(key, role))
}

const path = '{scope}/providers/Microsoft.Authorization/roleDefinitions'

export const roleDefinitionRoutes: ArmRoute[] = [
  { method: 'GET', path, handle: list },
  { method: 'GET', path: `${path}/{roleId}`, handle: get },
]
