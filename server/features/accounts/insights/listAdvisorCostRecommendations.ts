import { type Static, Type } from 'typebox'
import type { Recommendation } from '../../../clients/arm/armAdvisor.ts'
import type { Clients } from '../../../clients/clients.ts'
import { Failure } from '../../../errors.ts'
import { toMinorUnits } from '../../../format.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { fetchCloud } from './fetchCloud.ts'
import { resourceIdParts } from './resourceId.ts'
import { InsightQuery, Money } from './schemas.ts'
import { AffectedResource } from './vulnerabilities.ts'

const maxItems = 500

const Saving = Type.Object({
  id: Type.String(),
  remedy: Type.String(),
  detail: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Details of the recommendation, such as the current and the recommended size.',
  }),
  impact: NullableText,
  monthlySaving: Type.Unsafe<Static<typeof Money> | null>(Type.Union([Money, Type.Null()])),
  updatedAt: NullableText,
  link: NullableText,
  resource: AffectedResource,
})

export const advisorCheckStarted =
  'Azure Advisor hasn’t checked this subscription yet. Slipway has started a check. Try again in a few minutes.'

export const listAdvisorCostRecommendations = operation({
  id: 'listAdvisorCostRecommendations',
  method: 'GET',
  path: '/accounts/{id}/advisorCostRecommendations',
  tag: 'accounts',
  summary: 'List Azure Advisor’s cost recommendations for an account, largest saving first',
  description:
    '`fetchedAt` is when the data was read from Azure, at most one minute ago. Returns 404 if Advisor hasn’t checked the subscription yet, and then starts a check.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  extraErrorStatuses: [404],
  responses: {
    200: Type.Object({
      items: Type.Array(Saving),
      total: Type.Integer({ description: `Number of recommendations; \`items\` has at most ${maxItems}.` }),
      monthlySaving: Type.Unsafe<Static<typeof Money> | null>(Type.Union([Money, Type.Null()])),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(preparation, preparation.params.id, 'savings', async (subscriptionId, propagation) => {
      await propagation.requireListed()
      return findSavings(preparation.clients, subscriptionId)
    }),
  async handler({ allow, audit }, { accountId, verdict, found: recommendations }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = recommendations!
    const currency = value.find(({ monthlySaving }) => monthlySaving)?.monthlySaving?.currency
    const amount = value.reduce(
      (sum, { monthlySaving }) => sum + (monthlySaving?.currency === currency ? (monthlySaving?.amount ?? 0) : 0),
      0,
    )
    return {
      items: value.slice(0, maxItems),
      total: value.length,
      monthlySaving: currency ? { amount, currency } : null,
      fetchedAt: fetchedAt.toISOString(),
    }
  },
})

/**
 * The error is not cached, so that the next call sees an analysis that has finished since.
 * @throws notFound until Advisor has analysed the subscription
 */
async function findSavings({ arm }: Pick<Clients, 'arm'>, subscriptionId: string): Promise<Static<typeof Saving>[]> {
  let recommendations = await arm.listCostRecommendations(subscriptionId)
  if (recommendations.length === 0) {
    if (!(await arm.advisorHasRun(subscriptionId))) {
      throw new Failure('notFound', advisorCheckStarted)
    }
    recommendations = await arm.listCostRecommendations(subscriptionId)
  }
  return recommendations
    .filter(({ properties }) => !properties.suppressionIds?.length)
    .map(presentSaving)
    .sort((a, b) => (b.monthlySaving?.amount ?? 0) - (a.monthlySaving?.amount ?? 0) || a.id.localeCompare(b.id))
}

function presentSaving({ id, name, properties }: Recommendation): Static<typeof Saving> {
  const { extendedProperties: extended = {}, shortDescription, resourceMetadata } = properties
  const resourceId = resourceMetadata?.resourceId ?? id.replace(/\/providers\/Microsoft\.Advisor\/.*$/i, '')
  const { type, resourceGroup, name: resourceName } = resourceIdParts(resourceId)
  return {
    id: name,
    remedy: shortDescription?.solution ?? shortDescription?.problem ?? 'See Azure Advisor',
    detail: describeSizes(extended),
    impact: properties.impact?.toLowerCase() ?? null,
    monthlySaving: savingOf(extended),
    updatedAt: properties.lastUpdated ?? null,
    link: properties.learnMoreLink ?? null,
    resource: { id: resourceId, name: resourceName, type, resourceGroup },
  }
}

function savingOf({ savingsAmount, annualSavingsAmount, savingsCurrency }: Record<string, string>): Static<typeof Money> | null {
  const monthly = annualSavingsAmount === undefined ? Number(savingsAmount) : Number(annualSavingsAmount) / 12
  return savingsCurrency && Number.isFinite(monthly) ? { amount: toMinorUnits(monthly, savingsCurrency), currency: savingsCurrency } : null
}

function describeSizes({ currentSku, targetSku, recommendationType }: Record<string, string>): string | null {
  if (currentSku && targetSku) return `From ${currentSku} to ${targetSku}`
  return recommendationType === 'Shutdown' ? `Shut it down${currentSku ? ` (${currentSku})` : ''}` : null
}
