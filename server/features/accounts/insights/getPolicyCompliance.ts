import { type Static, Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { type Compliance, findCompliance, maxResourcesAPolicy } from './compliance.ts'
import { fetchCloud } from './fetchCloud.ts'
import { InsightQuery } from './schemas.ts'
import { AffectedResource } from './vulnerabilities.ts'

const Policy = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: NullableText,
  category: NullableText,
  effect: NullableText,
  nonCompliantResources: Type.Integer(),
  remedy: Type.String(),
  link: Type.String({ description: 'The policy in the Azure portal.' }),
  resources: Type.Array(AffectedResource, {
    description: `Non-compliant resources by name; at most ${maxResourcesAPolicy}. The Azure portal has the rest.`,
  }),
})

const Answer = Type.Object({
  compliantPercent: Type.Number({ description: 'Of the resources, rounded down to a tenth; 100 means all.' }),
  resources: Type.Object({ compliant: Type.Integer(), nonCompliant: Type.Integer(), exempt: Type.Integer() }),
  nonCompliantPolicies: Type.Integer(),
  evaluatedAt: NullableText,
  assignments: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      scope: Type.String({ description: 'The management group or subscription it is assigned to.' }),
      resources: Type.Object({ compliant: Type.Integer(), nonCompliant: Type.Integer() }),
      policies: Type.Array(Policy, { description: 'Violated policies, most violations first.' }),
    }),
    { description: 'Most violations first, then compliant ones.' },
  ),
  fetchedAt: Timestamp,
})

export const getPolicyCompliance = operation({
  id: 'getPolicyCompliance',
  method: 'GET',
  path: '/accounts/{id}/policyCompliance',
  tag: 'accounts',
  summary: 'Get the policy compliance of an account, by assignment, policy and resource',
  description: 'Read from Azure at `fetchedAt`, at most a minute ago. 404 if Azure Policy has never evaluated the subscription.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  declares: [404],
  answers: { 200: Answer },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(
      preparation,
      preparation.params.id,
      'policy',
      async (subscriptionId, late) => {
        const compliance = await findCompliance(preparation.clients, subscriptionId)
        if (!compliance) late.refuseIfNew()
        // The result is not cached, because an evaluation might be running.
        if (!compliance) throw neverEvaluated()
        return compliance
      },
      'policy',
    ),
  async handler({ allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    return { ...present(value), fetchedAt: fetchedAt.toISOString() }
  },
})

function neverEvaluated(): Failure {
  return new Failure(
    'notFound',
    'Azure Policy has never evaluated this subscription. Assign a policy to it or its management group, and start an evaluation. Results take up to half an hour.',
  )
}

function present(compliance: Compliance): Omit<Static<typeof Answer>, 'fetchedAt'> {
  const { compliant, nonCompliant } = compliance.resources
  const judged = compliant + nonCompliant
  return { ...compliance, compliantPercent: judged === 0 ? 100 : Math.floor((1_000 * compliant) / judged) / 10 }
}
