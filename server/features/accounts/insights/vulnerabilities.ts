import { type Static, Type } from 'typebox'
import type { SubAssessment } from '../../../clients/arm/armSecurity.ts'
import type { Clients } from '../../../clients/clients.ts'
import { Failure } from '../../../errors.ts'
import { NullableText } from '../../../people/schemas.ts'
import { fetchCloud } from './fetchCloud.ts'
import { resourceIdParts } from './resourceId.ts'

export const severities = ['critical', 'high', 'medium', 'low'] as const
type Severity = (typeof severities)[number]

export const AffectedResource = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  type: Type.String(),
  resourceGroup: NullableText,
})

export const Vulnerability = Type.Object({
  id: Type.String(),
  title: Type.String(),
  severity: Type.Enum([...severities]),
  cves: Type.Array(Type.String()),
  link: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'URL of a description of the first CVE; null if there is none.',
  }),
  cvss: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'CVSS base score, in the newest version available.' }),
  fixable: Type.Boolean({ description: 'True if an update or setting fixes the vulnerability.' }),
  foundAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'When Defender first reported the vulnerability.' }),
  publishedAt: NullableText,
  remediation: NullableText,
  impact: NullableText,
  component: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Container image that has the vulnerability; null for other resources.',
  }),
  resource: AffectedResource,
})
export type Vulnerability = Static<typeof Vulnerability>

/** Returns the findings of Defender, the most severe and oldest first; undefined while Defender is off. */
async function findVulnerabilities({ arm }: Pick<Clients, 'arm'>, subscriptionId: string): Promise<Vulnerability[] | undefined> {
  const assessments = await arm.listSubAssessments(subscriptionId)
  return assessments
    ?.filter(({ properties }) => properties.status.code.toLowerCase() === 'unhealthy')
    .map(presentVulnerability)
    .sort(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        (a.foundAt ?? '').localeCompare(b.foundAt ?? '') ||
        a.id.localeCompare(b.id),
    )
}

/** The value is undefined while Defender is off. */
export function fetchVulnerabilities(preparation: Parameters<typeof fetchCloud>[0] & { params: { id: string } }) {
  return fetchCloud(
    preparation,
    preparation.params.id,
    'vulnerabilities',
    async (subscriptionId, propagation) => {
      const vulnerabilities = await findVulnerabilities(preparation.clients, subscriptionId)
      if (!vulnerabilities) propagation.throwIfNew()
      return vulnerabilities
    },
    'security',
  )
}

export const vulnerabilitiesOff =
  'Microsoft Defender for Cloud is off for this subscription. In the Azure portal, turn on its plans under Defender for Cloud > Environment settings. First findings appear within a day.'

export function defenderOffFailure(): Failure {
  return new Failure('notFound', vulnerabilitiesOff)
}

function presentVulnerability({ id, name, properties }: SubAssessment): Vulnerability {
  const { status, additionalData = {}, resourceDetails } = properties
  const cvss = newestScore(additionalData.cvss)
  const cves = (additionalData.cve ?? []).flatMap(({ title }) => title ?? [])
  const isSql = additionalData.assessedResourceType === 'SqlServerVulnerability'
  // Findings of a database belong to its server.
  const database = isSql && resourceDetails?.id?.startsWith('/subscriptions/') ? resourceDetails.id : undefined
  const resourceId = database ?? id.replace(/\/providers\/Microsoft\.Security\/.*$/i, '')
  const { type, resourceGroup, name: resourceName } = resourceIdParts(resourceId)
  return {
    id: name,
    title: properties.displayName ?? properties.id ?? name,
    severity: severityOf(status.severity, cvss),
    cves,
    link: additionalData.cve?.[0]?.link ?? null,
    cvss,
    fixable: additionalData.patchable ?? isSql,
    foundAt: properties.timeGenerated ?? null,
    publishedAt: additionalData.publishedTime ?? null,
    remediation: properties.remediation ?? null,
    impact: properties.impact ?? null,
    component: additionalData.repositoryName ?? null,
    resource: { id: resourceId, name: resourceName, type, resourceGroup },
  }
}

function newestScore(cvss: Record<string, { base?: number }> | undefined): number | null {
  const scores = Object.entries(cvss ?? {}).filter(([, { base }]) => base !== undefined)
  return scores.sort(([a], [b]) => b.localeCompare(a))[0]?.[1].base ?? null
}

/**
 * Older scanners of Defender report nothing above High; a score of 9 or more is critical everywhere. For an unknown severity the score
 * decides.
 */
function severityOf(statedSeverity: string | undefined, cvss: number | null): Severity {
  const severity = severities.find((each) => each === statedSeverity?.toLowerCase())
  if (severity === undefined) return cvss === null ? 'medium' : cvss >= 9 ? 'critical' : cvss >= 7 ? 'high' : cvss >= 4 ? 'medium' : 'low'
  return severity === 'high' && cvss !== null && cvss >= 9 ? 'critical' : severity
}
