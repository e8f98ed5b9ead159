import { seededRandom } from './seededRandom.ts'
import type { SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'

const teams = ['checkout', 'discovery', 'webapp', 'loyalty', 'aks', 'picking', 'pricing']

const clusters = {
  nonprod: { name: 'aks-retail-nonprod', server: 'https://aks-retail-nonprod-7c1e.hcp.uksouth.azmk8s.io:443' },
  prod: { name: 'aks-retail-prod', server: 'https://aks-retail-prod-41ab.hcp.uksouth.azmk8s.io:443' },
} as const

const parts = ['api', 'web', 'worker', 'cache-warmer'] as const
type Part = (typeof parts)[number]

export interface PastDeployment {
  id: string
  /** In milliseconds since 1970. */
  startedAt: number
  /** The revision is derived from this text, so the same text gives the same commit. */
  seed: string
  trouble?: 'degraded' | 'failed'
}
export interface DeployedApp {
  name: string
  part: Part
  past: PastDeployment[]
  drifted: boolean
}

const hour = 3_600_000
const troubles: Partial<Record<Part, 'degraded' | 'failed'>> = { worker: 'degraded', 'cache-warmer': 'failed' }

export const teamOf = ({ name }: Pick<SampleAccount, 'name'>): string => name.split('-')[0] ?? ''
export const deployRepository = (account: SampleAccount): string => `https://github.com/northgate/${teamOf(account)}-deploy.git`
export const clusterOf = ({ environment }: SampleAccount) => (environment === 'production' ? clusters.prod : clusters.nonprod)

export function hasDeployments(account: SampleAccount): boolean {
  return account.kind === 'cloud' && account.status !== 'decommissioned' && teams.includes(teamOf(account))
}

export function appsOf(account: SampleAccount, now: Date): DeployedApp[] {
  const random = seededRandom(`argocd/${account.id}`)
  const today = new Date(now).setUTCHours(0, 0, 0, 0)
  return parts.slice(0, random.int(2, 4)).map((part) => {
    const name = `${account.name}-${part}`
    const trouble = random.chance(0.3) ? troubles[part] : undefined
    const daysAgo = [random.int(40, 90), random.int(9, 30), random.int(1, 8)]
    return {
      name,
      part,
      drifted: random.chance(0.2),
      past: daysAgo.map((days, index) => ({
        id: stableId(`deployment/${name}/${index}`),
        startedAt: today - days * 24 * hour + random.int(8 * 60, 18 * 60) * 60_000,
        seed: `${name}/${index}`,
        ...(trouble && index === daysAgo.length - 1 ? { trouble } : {}),
      })),
    }
  })
}
