import { type Static, Type } from 'typebox'
import type { Recommendation } from '../../../clients/arm/armAdvisor.ts'
import { cached } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { Failure } from '../../../errors.ts'
import { toMinorUnits } from '../../../format.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { costTopic, fetchCosts, lastMonthByType } from './costs.ts'
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
  monthlySaving: Type.Unsafe<Static<typeof Money> | null>(
    Type.Union([Money, Type.Null()], {
      description:
        'Null if Azure has no estimate, or if its estimates for this type of resource exceed what the type cost last month. Azure estimates at list prices.',
    }),
  ),
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
      return findSavings(preparation.clients, subscriptionId, preparation.now())
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
async function findSavings(clients: Clients, subscriptionId: string, now: Date): Promise<Static<typeof Saving>[]> {
  const { arm } = clients
  let recommendations = await arm.listCostRecommendations(subscriptionId)
  if (recommendations.length === 0) {
    if (!(await arm.advisorHasRun(subscriptionId))) {
      throw new Failure('notFound', advisorCheckStarted)
    }
    recommendations = await arm.listCostRecommendations(subscriptionId)
  }
  const savings = recommendations.filter(({ properties }) => !properties.suppressionIds?.length).map(presentSaving)
  const costs = savings.some(({ monthlySaving }) => monthlySaving)
    ? await cached(clients, `${costTopic} ${subscriptionId}`, () => fetchCosts(clients, subscriptionId, now)).catch(withoutCosts)
    : undefined
  return (costs ? withoutExcess(savings, lastMonthByType(costs.value)) : savings).sort(
    (a, b) => (b.monthlySaving?.amount ?? 0) - (a.monthlySaving?.amount ?? 0) || a.id.localeCompare(b.id),
  )
}

/** A list of savings is useful without costs, which Azure returns only a few times per minute. */
function withoutCosts(error: unknown): undefined {
  if (!(error instanceof ExternalError)) throw error
}

/**
 * Removes the estimates of a type of resource if together they exceed its cost, because readers see both and can't tell which is right.
 * Azure names costs by the type or only by its provider, such as `Microsoft.Compute`. Then the estimates of the provider are compared.
 */
function withoutExcess(savings: Static<typeof Saving>[], costs: ReturnType<typeof lastMonthByType>): Static<typeof Saving>[] {
  const costedTypeOf = ({ resource }: Static<typeof Saving>): string => {
    const type = resource.type.toLowerCase()
    return costs.has(type) ? type : type.split('/')[0]!
  }
  const byType = Map.groupBy(savings, costedTypeOf)
  const exceeds = (saving: Static<typeof Saving>): boolean => {
    const cost = costs.get(costedTypeOf(saving))
    if (!cost || saving.monthlySaving?.currency !== cost.currency) return false
    const sum = byType.get(costedTypeOf(saving))!.reduce((total, { monthlySaving }) => total + (monthlySaving?.amount ?? 0), 0)
    return sum > toMinorUnits(cost.cost, cost.currency)
  }
  return savings.map((saving) => (exceeds(saving) ? { ...saving, monthlySaving: null } : saving))
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
