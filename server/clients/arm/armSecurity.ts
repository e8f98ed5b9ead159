import { type Static, Type } from 'typebox'
import { ExternalError } from '../externalError.ts'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const SubAssessment = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    id: Type.Optional(Type.String()),
    displayName: Type.Optional(Type.String()),
    status: Type.Object({ code: Type.String(), severity: Type.Optional(Type.String()) }),
    remediation: Type.Optional(Type.String()),
    impact: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    timeGenerated: Type.Optional(Type.String()),
    resourceDetails: Type.Optional(Type.Object({ id: Type.Optional(Type.String()) })),
    additionalData: Type.Optional(
      Type.Object({
        assessedResourceType: Type.Optional(Type.String()),
        cvss: Type.Optional(Type.Record(Type.String(), Type.Object({ base: Type.Optional(Type.Number()) }))),
        patchable: Type.Optional(Type.Boolean()),
        cve: Type.Optional(Type.Array(Type.Object({ title: Type.Optional(Type.String()), link: Type.Optional(Type.String()) }))),
        publishedTime: Type.Optional(Type.String()),
        repositoryName: Type.Optional(Type.String()),
      }),
    ),
  }),
})
export type SubAssessment = Static<typeof SubAssessment>

export function armSecurity(send: Send) {
  const query = { 'api-version': apiVersions.securityFindings }

  return {
    /** Lists all findings of Defender for Cloud in a subscription; undefined while it is off. */
    async listSubAssessments(subscriptionId: string): Promise<SubAssessment[] | undefined> {
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Security/subAssessments`
      try {
        return await fetchAllPages(send, { method: 'GET', path, query }, SubAssessment)
      } catch (error) {
        if (error instanceof ExternalError && error.status === 404 && error.code !== 'SubscriptionNotFound') return undefined
        throw error
      }
    },
  }
}
