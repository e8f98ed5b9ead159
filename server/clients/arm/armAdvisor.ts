import { type Static, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Recommendation = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    impact: Type.Optional(Type.String()),
    impactedField: Type.Optional(Type.String()),
    impactedValue: Type.Optional(Type.String()),
    lastUpdated: Type.Optional(Type.String()),
    shortDescription: Type.Optional(Type.Object({ problem: Type.Optional(Type.String()), solution: Type.Optional(Type.String()) })),
    /** Advisor writes numbers as text. */
    extendedProperties: Type.Optional(Type.Record(Type.String(), Type.String())),
    resourceMetadata: Type.Optional(Type.Object({ resourceId: Type.Optional(Type.String()) })),
    learnMoreLink: Type.Optional(Type.String()),
    suppressionIds: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.String())])),
  }),
})
export type Recommendation = Static<typeof Recommendation>

const maxGenerations = 500

export function armAdvisor(send: Send) {
  const query = { 'api-version': apiVersions.advisor }
  const scopePath = (subscriptionId: string) => `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Advisor`
  /** URLs for polling requested runs, by subscription. A restart loses these URLs; the run is then requested again. */
  const generations = new Map<string, string>()

  async function generate(subscriptionId: string): Promise<void> {
    const path = `${scopePath(subscriptionId)}/generateRecommendations`
    // A run only generates recommendations and changes nothing in the subscription.
    const { headers } = await send({ method: 'POST', path, query, readOnly: true })
    if (!headers.location) return
    generations.set(subscriptionId, headers.location)
    if (generations.size > maxGenerations) generations.delete(generations.keys().next().value!)
  }

  return {
    listCostRecommendations: (subscriptionId: string): Promise<Recommendation[]> =>
      fetchAllPages(
        send,
        { method: 'GET', path: `${scopePath(subscriptionId)}/recommendations`, query: { ...query, $filter: "Category eq 'Cost'" } },
        Recommendation,
      ),

    /** Returns whether Advisor has finished a run that this process requested. Requests one if there is none, or if Azure has lost it. */
    async advisorHasRun(subscriptionId: string): Promise<boolean> {
      const location = generations.get(subscriptionId)
      const reply = location === undefined ? undefined : await send({ method: 'GET', path: location, accept: [404] })
      if (reply?.status === 202) return false
      if (reply?.status === 204 || reply?.status === 200) return true
      await generate(subscriptionId)
      return false
    },
  }
}
