import { type Static, Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { type Compliance, findCompliance, maxResourcesPerPolicy } from './compliance.ts'
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
  link: Type.String({ description: 'URL of the policy in the Azure portal.' }),
  resources: Type.Array(AffectedResource, {
    description: `Non-compliant resources by name, at most ${maxResourcesPerPolicy}. The Azure portal lists all of them.`,
  }),
})

const ResponseBody = Type.Object({
  compliantPercent: Type.Number({ description: 'Percentage of compliant resources, rounded down to one decimal place.' }),
  resources: Type.Object({ compliant: Type.Integer(), nonCompliant: Type.Integer(), exempt: Type.Integer() }),
  nonCompliantPolicies: Type.Integer(),
  evaluatedAt: NullableText,
  assignments: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      scope: Type.String({ description: 'Management group or subscription that the policy is assigned to.' }),
      resources: Type.Object({ compliant: Type.Integer(), nonCompliant: Type.Integer() }),
      policies: Type.Array(Policy, { description: 'Violated policies, most violations first.' }),
    }),
    { description: 'Policy assignments, most violations first.' },
  ),
  fetchedAt: Timestamp,
})

export const getPolicyCompliance = operation({
  id: 'getPolicyCompliance',
  method: 'GET',
  path: '/accounts/{id}/policyCompliance',
  tag: 'accounts',
  summary: 'Get the policy compliance of an account, by assignment, policy and resource',
  description:
    '`fetchedAt` is when the data was read from Azure, at most one minute ago. Returns 404 if Azure Policy has never evaluated the subscription.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  extraErrorStatuses: [404],
  responses: { 200: ResponseBody },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(
      preparation,
      preparation.params.id,
      'policy',
      async (subscriptionId, propagation) => {
        const compliance = await findCompliance(preparation.clients, subscriptionId)
        if (!compliance) propagation.throwIfNew()
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
    return { ...presentCompliance(value), fetchedAt: fetchedAt.toISOString() }
  },
})

export const policyNeverEvaluated =
  'Azure Policy has never evaluated this subscription. Assign a policy to it or its management group, and start an evaluation. Results take up to half an hour.'

function neverEvaluated(): Failure {
  return new Failure('notFound', policyNeverEvaluated)
}

function presentCompliance(compliance: Compliance): Omit<Static<typeof ResponseBody>, 'fetchedAt'> {
  const { compliant, nonCompliant } = compliance.resources
  const evaluatedCount = compliant + nonCompliant
  return { ...compliance, compliantPercent: evaluatedCount === 0 ? 100 : Math.floor((1_000 * compliant) / evaluatedCount) / 10 }
}
