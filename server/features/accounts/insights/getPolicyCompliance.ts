import { type Static, Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { askCloud } from './askCloud.ts'
import { type Compliance, findCompliance, mostResourcesAPolicy } from './compliance.ts'
import { InsightQuery } from './schemas.ts'
import { AffectedResource } from './vulnerabilities.ts'

const Policy = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: NullableText,
  category: NullableText,
  effect: NullableText,
  nonCompliantResources: Type.Integer(),
  whatToDo: Type.String(),
  link: Type.String({ description: 'The policy in the Azure portal.' }),
  resources: Type.Array(AffectedResource, {
    description: `Those that break it, by name; at most ${mostResourcesAPolicy}, the rest is in the Azure portal.`,
  }),
})

const Answer = Type.Object({
  compliantPercent: Type.Number({ description: 'Of the resources; rounded down to a tenth, so that 100 means all.' }),
  resources: Type.Object({ compliant: Type.Integer(), nonCompliant: Type.Integer(), exempt: Type.Integer() }),
  nonCompliantPolicies: Type.Integer(),
  evaluatedAt: NullableText,
  assignments: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      scope: Type.String({ description: 'Where it is assigned: the management group, or this subscription.' }),
      resources: Type.Object({ compliant: Type.Integer(), nonCompliant: Type.Integer() }),
      policies: Type.Array(Policy, { description: 'Those that are broken, the most often broken first.' }),
    }),
    { description: 'The most often broken first; also those that nothing breaks.' },
  ),
  fetchedAt: Timestamp,
})

export const getPolicyCompliance = operation({
  id: 'getPolicyCompliance',
  method: 'GET',
  path: '/accounts/{id}/policyCompliance',
  tag: 'accounts',
  summary: 'How an account stands to its policies, by assignment, policy and resource',
  description: 'As Azure told it at `fetchedAt`, at most a minute ago. 404 while Azure Policy has never evaluated the subscription.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  declares: [404],
  answers: { 200: Answer },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    askCloud(
      preparation,
      preparation.params.id,
      'policy',
      async (subscriptionId, late) => {
        const compliance = await findCompliance(preparation.clients, subscriptionId)
        if (!compliance) late.refuseIfNew()
        // Not kept: an evaluation may be under way.
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
    'Azure Policy has never evaluated this subscription. Assign a policy to it or to its management group, and have it evaluated; results come within half an hour.',
  )
}

function present(compliance: Compliance): Omit<Static<typeof Answer>, 'fetchedAt'> {
  const { compliant, nonCompliant } = compliance.resources
  const judged = compliant + nonCompliant
  return { ...compliance, compliantPercent: judged === 0 ? 100 : Math.floor((1_000 * compliant) / judged) / 10 }
}
