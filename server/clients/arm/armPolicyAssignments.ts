import { type Static, Type } from 'typebox'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Assignment = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    displayName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    policyDefinitionId: Type.String(),
    parameters: Type.Optional(Type.Record(Type.String(), Type.Object({ value: Type.Unknown() }))),
    /** `Default` or `DoNotEnforce`. */
    enforcementMode: Type.Optional(Type.String()),
  }),
})
type PolicyAssignment = Static<typeof Assignment>

interface PolicyAssignmentSpec {
  displayName: string
  description: string
  policyDefinitionId: string
  parameters: Record<string, unknown>
}

const builtIn = (name: string) => `/providers/Microsoft.Authorization/policyDefinitions/${name}`

/** Denies resources in other regions; resources without a region are allowed. */
export function allowedLocations(locations: readonly string[]): PolicyAssignmentSpec {
  return {
    displayName: 'Allowed regions',
    description: `Resources can be created only in ${locations.join(', ')}.`,
    policyDefinitionId: builtIn('e56962a6-4747-49cd-b67b-bf8b01975c4c'),
    parameters: { listOfAllowedLocations: locations },
  }
}

/** Denies resources of all types that aren't in the list. A type is written as `Microsoft.Web/sites`. Nested types must be listed too. */
export function allowedResourceTypes(types: readonly string[]): PolicyAssignmentSpec {
  return {
    displayName: 'Allowed services',
    description: 'Only these resource types can be created.',
    policyDefinitionId: builtIn('a08ec900-254a-4555-9bf5-e42af04b5c5c'),
    parameters: { listOfResourceTypesAllowed: types },
  }
}

export function armPolicyAssignments(send: Send) {
  const query = { 'api-version': apiVersions.policyAssignments }
  const path = (scope: string, name: string) => `${scope}/providers/Microsoft.Authorization/policyAssignments/${encodeURIComponent(name)}`

  return {
    /** Creates or replaces the assignment with this name. Azure takes up to half an hour to enforce it. */
    async putPolicyAssignment(scope: string, name: string, assignment: PolicyAssignmentSpec): Promise<PolicyAssignment> {
      const { displayName, description, policyDefinitionId, parameters } = assignment
      const values = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, { value }]))
      const properties = { displayName, description, policyDefinitionId, parameters: values, enforcementMode: 'Default' }
      return (await send({ method: 'PUT', path: path(scope, name), query, body: { properties } })).as(Assignment)
    },

    async getPolicyAssignment(scope: string, name: string): Promise<PolicyAssignment | undefined> {
      const reply = await send({ method: 'GET', path: path(scope, name), query, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(Assignment)
    },

    /** The call also succeeds if the assignment is missing. */
    async deletePolicyAssignment(scope: string, name: string): Promise<void> {
      await send({ method: 'DELETE', path: path(scope, name), query, accept: [404] })
    },
  }
}
