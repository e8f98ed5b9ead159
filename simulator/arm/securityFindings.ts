import { type SeededRandom, seededRandom } from '../../sample/seededRandom.ts'
import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../core/simulator.ts'
import { knowsSubscription } from './newSubscriptions.ts'
import type { SimResource } from './resource.ts'
import { listResources } from './resourceStore.ts'
import { imageFlaws, type KnownFlaw, linuxFlaws, type SqlRule, sqlRules, windowsFlaws } from './securityCatalogue.ts'
import type { SimSubscription } from './subscriptionStore.ts'

type Severity = 'Critical' | 'High' | 'Medium' | 'Low'

export interface SubAssessment {
  id: string
  name: string
  type: 'Microsoft.Security/assessments/subAssessments'
  properties: Record<string, unknown>
}

const assessmentNames = {
  machine: '1195afff-c881-495e-9bc5-1486211ae03f',
  image: 'c0b7cfc6-3172-465a-b378-53c7ff2cc0d5',
  sql: '82e20e14-edc5-4373-bfc4-f13121257c37',
}

const dayMs = 86_400_000
const disabledShare = 1 / 8
const fixedImmediately = 0.7

/** Defender is off for one account in eight, mostly outside production, and for a new subscription until it is enabled. */
export function defenderIsOn(sim: Simulator, subscription: SimSubscription): boolean {
  const { subscriptionId, account } = subscription
  if (!knowsSubscription(sim, 'defender', subscription)) return false
  if (sim.state.collection<{ on: boolean }>('arm.defender').get(subscriptionId)?.on) return true
  if (!account) return subscriptionId === sim.company.hub.subscriptionId
  const share = account.environment === 'production' ? disabledShare / 2 : disabledShare * 1.4
  return seededRandom(`defender/${account.id}`).next() >= share
}

/** Each finding is fixed eventually and found again later, so its age is periodic. */
function foundAt(sim: Simulator, random: SeededRandom, severity: Severity, { createdTime }: SimResource, published: string): string {
  const today = Math.floor(sim.clock.now().getTime() / dayMs)
  const longest = { Critical: 40, High: 75, Medium: 160, Low: 320 }[severity]
  const period = random.chance(0.12) ? longest * 2 : longest
  const age = (random.int(0, period) + today) % period
  const detectedAt = new Date((today - age) * dayMs + random.int(0, dayMs - 1) - dayMs)
  const [created, publishedAt] = [new Date(createdTime), new Date(published)]
  return new Date(Math.max(detectedAt.getTime(), created.getTime(), publishedAt.getTime())).toISOString()
}

function severityOf(score: number): Severity {
  return score >= 9 ? 'Critical' : score >= 7 ? 'High' : score >= 4 ? 'Medium' : 'Low'
}

function createAssignment(resource: SimResource, assessment: string, key: string, properties: Record<string, unknown>): SubAssessment {
  const name = stableId(`finding/${resource.id}/${key}`)
  return {
    id: `${resource.id}/providers/Microsoft.Security/assessments/${assessment}/subAssessments/${name}`,
    name,
    type: 'Microsoft.Security/assessments/subAssessments',
    properties,
  }
}

function flawProperties({ cve, score, published, title, fix }: KnownFlaw, timestamp: string, severity: Severity) {
  const link = `https://nvd.nist.gov/vuln/detail/${cve}`
  return {
    properties: {
      id: cve,
      displayName: title,
      status: { code: 'Unhealthy', severity },
      remediation: fix ? `Update to ${fix} or later.` : 'No fix is available. Restrict network access, and check for an update.',
      category: 'Vulnerability',
      timeGenerated: timestamp,
    },
    details: {
      type: 'Vulnerability',
      cvss: { '3.0': { base: score } },
      patchable: fix !== null,
      cve: [{ title: cve, link }],
      publishedTime: `${published}T00:00:00Z`,
      vendorReferences: [{ title: cve, link }],
    },
  }
}

function* onMachine(sim: Simulator, resource: SimResource, complianceFactor: number): Generator<SubAssessment> {
  const random = seededRandom(`findings/${resource.id}`)
  const storage = resource.properties.storageProfile as { osDisk?: { osType?: string } } | undefined
  const vulnerabilities = storage?.osDisk?.osType === 'Windows' ? windowsFlaws : linuxFlaws
  for (const vulnerability of random.sample(
    vulnerabilities,
    Math.round(vulnerabilities.length * (0.15 + 0.5 * complianceFactor * random.next())),
  )) {
    const severity = severityOf(vulnerability.score)
    if (severity === 'Critical' && random.chance(fixedImmediately)) continue
    const { properties, details } = flawProperties(
      vulnerability,
      foundAt(sim, random, severity, resource, vulnerability.published),
      severity,
    )
    yield createAssignment(resource, assessmentNames.machine, vulnerability.cve, {
      ...properties,
      resourceDetails: { source: 'Azure', id: resource.id },
      additionalData: { assessedResourceType: 'ServerVulnerability', ...details, threat: vulnerability.title },
    })
  }
}

const repositories = ['api', 'web', 'worker', 'gateway', 'scheduler', 'jobs', 'importer', 'pricing', 'search']

function* inRegistry(sim: Simulator, resource: SimResource, complianceFactor: number): Generator<SubAssessment> {
  const random = seededRandom(`findings/${resource.id}`)
  for (const repository of random.sample(repositories, random.int(3, repositories.length))) {
    const imageDigest = `sha256:${stableId(`${resource.id}/${repository}`).replaceAll('-', '').repeat(2)}`
    for (const vulnerability of random.sample(imageFlaws, Math.round(imageFlaws.length * 0.45 * complianceFactor * random.next()))) {
      const severity = severityOf(vulnerability.score)
      if (severity === 'Critical' && random.chance(fixedImmediately)) continue
      const { properties, details } = flawProperties(
        vulnerability,
        foundAt(sim, random, severity, resource, vulnerability.published),
        severity,
      )
      yield createAssignment(resource, assessmentNames.image, `${repository}/${vulnerability.cve}`, {
        ...properties,
        resourceDetails: { source: 'Azure', id: `repositories/${repository}/images/${imageDigest}` },
        additionalData: { assessedResourceType: 'ContainerRegistryVulnerability', ...details, repositoryName: repository, imageDigest },
      })
    }
  }
}

function* inDatabase(sim: Simulator, resource: SimResource, complianceFactor: number): Generator<SubAssessment> {
  const random = seededRandom(`findings/${resource.id}`)
  const server = resource.id.slice(0, resource.id.lastIndexOf('/databases/'))
  for (const rule of random.sample<SqlRule>(sqlRules, Math.round(sqlRules.length * Math.min(1, 0.9 * complianceFactor * random.next())))) {
    yield createAssignment({ ...resource, id: server }, assessmentNames.sql, `${resource.name}/${rule.id}`, {
      id: rule.id,
      displayName: rule.title,
      status: { code: 'Unhealthy', severity: rule.severity, cause: 'Unknown' },
      remediation: rule.remediation,
      impact: rule.impact,
      category: rule.category,
      timeGenerated: foundAt(sim, random, rule.severity, resource, resource.createdTime),
      resourceDetails: { source: 'Azure', id: resource.id },
      additionalData: { assessedResourceType: 'SqlServerVulnerability', type: 'AzureDatabase' },
    })
  }
}

const scanners: Record<string, (sim: Simulator, resource: SimResource, complianceFactor: number) => Generator<SubAssessment>> = {
  'microsoft.compute/virtualmachines': onMachine,
  'microsoft.hybridcompute/machines': onMachine,
  'microsoft.containerregistry/registries': inRegistry,
  'microsoft.sql/servers/databases': inDatabase,
}

export function* findingsOf(sim: Simulator, subscription: SimSubscription): Generator<SubAssessment> {
  if (!defenderIsOn(sim, subscription)) return
  const complianceFactor = 0.35 + 1.15 * seededRandom(`care/${subscription.subscriptionId}`).next()
  for (const resource of listResources(sim, subscription))
    yield* scanners[resource.type.toLowerCase()]?.(sim, resource, complianceFactor) ?? []
}
