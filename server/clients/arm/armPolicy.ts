import { type Static, Type } from 'typebox'
import { pages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { OptionalNullableString } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'
import { armResources } from './armResources.ts'

const Results = Type.Object({
  nonCompliantResources: Type.Integer(),
  resourceDetails: Type.Optional(Type.Array(Type.Object({ complianceState: Type.String(), count: Type.Integer() }))),
})

const Summary = Type.Object({
  results: Results,
  policyAssignments: Type.Array(
    Type.Object({
      policyAssignmentId: Type.String(),
      policySetDefinitionId: Type.Optional(Type.String()),
      results: Results,
      policyDefinitions: Type.Array(
        Type.Object({ policyDefinitionId: Type.String(), effect: Type.Optional(Type.String()), results: Results }),
      ),
    }),
  ),
})
export type PolicySummary = Static<typeof Summary>

const PolicyState = Type.Object({
  timestamp: Type.Optional(Type.String()),
  resourceId: Type.String(),
  resourceType: Type.Optional(Type.String()),
  policyAssignmentId: Type.String(),
  policyDefinitionId: Type.String(),
})
export type PolicyState = Static<typeof PolicyState>

const NamedItem = Type.Object({
  id: Type.String(),
  displayName: OptionalNullableString,
  description: OptionalNullableString,
  category: OptionalNullableString,
})
export type PolicyName = Static<typeof NamedItem>

export function armPolicy(send: Send) {
  const query = { 'api-version': apiVersions.policyInsights }
  const { queryResourceGraph } = armResources(send)
  const statesPath = (subscriptionId: string, action: string) =>
    `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.PolicyInsights/policyStates/latest/${action}`

  return {
    /** Summarises the policy compliance of a subscription; undefined if Azure has never evaluated it. */
    async summarizePolicyStates(subscriptionId: string): Promise<PolicySummary | undefined> {
      const request = { method: 'POST', path: statesPath(subscriptionId, 'summarize'), query, readOnly: true } as const
      const [summary] = (await send(request)).list(Summary, 'value')
      // Before the first evaluation, Azure returns zeros and no assignments.
      return summary && summary.policyAssignments.length > 0 ? summary : undefined
    },

    async listNonCompliant(subscriptionId: string, max: number): Promise<{ states: PolicyState[]; more: boolean }> {
      const filteredQuery = { ...query, $filter: "complianceState eq 'NonCompliant'" }
      const firstRequest = {
        method: 'POST',
        path: statesPath(subscriptionId, 'queryResults'),
        query: filteredQuery,
        readOnly: true,
      } as const
      const states: PolicyState[] = []
      for await (const { items } of pages(send, firstRequest, PolicyState)) {
        states.push(...items)
        if (states.length > max) break
      }
      return { states: states.slice(0, max), more: states.length > max }
    },

    /**
     * Starts an evaluation of a subscription, which takes minutes. Azure doesn't report the end of an evaluation, so callers compare the
     * compliance states.
     */
    async startPolicyEvaluation(subscriptionId: string): Promise<void> {
      await send({ method: 'POST', path: statesPath(subscriptionId, 'triggerEvaluation'), query, idempotent: true })
    },

    /** Returns display names of policies and assignments. Names that Resource Graph doesn't know are left out. */
    namePolicies(subscriptionId: string, ids: readonly string[]): Promise<PolicyName[]> {
      if (ids.length === 0) return Promise.resolve([])
      const idList = ids.map((id) => `'${id.replace(/[\\']/g, '\\$&')}'`).join(', ')
      const kql = `policyresources | where id in~ (${idList}) | project id, displayName = properties.displayName, description = properties.description, category = properties.metadata.category`
      return queryResourceGraph([subscriptionId], kql, NamedItem)
    },
  }
}
