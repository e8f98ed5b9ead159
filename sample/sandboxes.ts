import { evaluateApprovalRule } from '../server/features/sandboxes/requests/approvalRule.ts'
import type { SampleSandbox } from './sampleSandbox.ts'
import { sandboxHosts } from './sandboxHosts.ts'
import { type SandboxPlan, sandboxPlans } from './sandboxPlans.ts'
import { hourlyRates, spentOn } from './sandboxSpend.ts'
import { type SampleSandboxTemplate, sandboxTemplates, type TemplateKey } from './sandboxTemplates.ts'
import { seededRandom } from './seededRandom.ts'
import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

const hour = 3_600_000

export const hostId = (subscriptionId: string) => stableId(`sandbox-host/${subscriptionId}`)

/** IDs and people are always the same; the times follow `now`. */
export function sampleSandboxes(company: Company, now: Date): SampleSandbox[] {
  const shared = sandboxHosts.filter((host) => host.kind === 'shared')
  const pool = sandboxHosts.filter((host) => host.kind === 'pool')
  const nextHost = { shared: 0, pool: 0 }
  return sandboxPlans.map((plan) => {
    const template: SampleSandboxTemplate = sandboxTemplates[plan.template]
    const random = seededRandom(`sandbox/${plan.name}`)
    const { ownerIds, memberIds } = peopleOf(company, plan)
    const isActive = plan.status !== 'queued' && plan.status !== 'deleted'
    const hosts = template.hosting === 'subscription' ? pool : shared
    const kind = template.hosting === 'subscription' ? 'pool' : 'shared'
    const host = isActive ? hosts[nextHost[kind]++ % hosts.length]! : null
    const isReady = plan.status !== 'queued' && plan.status !== 'failed'
    const start = isReady ? new Date(now.getTime() - plan.age * hour) : null
    const id = stableId(`sandbox/${plan.name}`)
    const stopped = stoppedAt(plan, start, now)
    const endDate = plan.status === 'deleted' && stopped ? new Date(stopped.getTime() + 24 * hour) : now
    const rate = hourlyRates[workloadOf[plan.template]]
    const bill = { sandbox: { id, start, stoppedAt: stopped }, rate, until: endDate }
    const spent = spentOn(bill, now)
    const budget = budgetOf(plan, template, spent)
    const region = random.pick(template.regions)
    const requestedAt = new Date(now.getTime() - plan.age * hour - random.int(1, 20) * hour)
    const approvalEndMs = now.getTime() - plan.age * hour - (start ? hour / 2 : 0)
    const { automatic } = approvalRuleResultOf({ plan, template, budget })
    return {
      id,
      plan,
      template,
      towerId: company.towers.find((tower) => tower.name === plan.tower)!.id,
      ownerIds,
      memberIds,
      region,
      host: host && { id: hostId(host.subscriptionId), subscriptionId: host.subscriptionId },
      resourceGroup: template.hosting === 'resourceGroup' && plan.status !== 'queued' ? `rg-sbx-${plan.name}` : null,
      budget,
      spent,
      rate,
      until: endDate,
      requestedAt,
      approvedAt: automatic ? requestedAt : new Date(approvalEndMs),
      start,
      end: start && new Date(start.getTime() + plan.hours * hour),
      stoppedAt: stopped,
      isDeployed: isActive && isReady,
      groups: groupsOf(plan, template, ownerIds, memberIds),
    }
  })
}

export const approvalRuleResultOf = ({ plan, template, budget }: Pick<SampleSandbox, 'plan' | 'template' | 'budget'>) =>
  evaluateApprovalRule(template.approval, { budget, currency: 'GBP', hours: plan.hours, overruns: 0 })

/** The budget gives the planned percentage of use, in whole pounds; workshops have their template's budget. */
function budgetOf({ template: key, spent: percent }: SandboxPlan, template: SampleSandboxTemplate, spent: number): number {
  if (percent === 0 || spent === 0 || key === 'workshop') return template.default_budget
  const total = (spent * 100) / percent
  return Math.min(template.max_budget, (percent >= 100 ? Math.floor(total / 100) : Math.ceil(total / 100)) * 100)
}

function stoppedAt(plan: SandboxPlan, start: Date | null, now: Date): Date | null {
  if (plan.status === 'active' || plan.status === 'queued' || plan.status === 'failed' || !start) return null
  if (plan.status === 'deleted') return new Date(start.getTime() + (plan.cause === 'expired' ? plan.hours : plan.hours * 0.6) * hour)
  if (plan.status === 'quarantined') return new Date(now.getTime() - 200 * hour)
  if (plan.status === 'deleting' && plan.cause === 'expired') return new Date(start.getTime() + plan.hours * hour)
  return new Date(Math.max(start.getTime() + hour, now.getTime() - (plan.status === 'deleting' ? 5 : 9) * hour))
}

function peopleOf(company: Company, plan: SandboxPlan): { ownerIds: string[]; memberIds: string[] } {
  const persona = (name: string) => company.personas.find((person) => person.givenName === name)!.id
  const listedIds = [...(plan.owners ?? []), ...(plan.members ?? [])].map(persona)
  const personas = new Set(company.personas.map((person) => person.id))
  const nearbyPeople = company.people.filter(
    (person) => person.enabled && person.department === plan.tower && !personas.has(person.id) && !/Head/.test(person.jobTitle),
  )
  const otherIds = seededRandom(`people of sandbox/${plan.name}`)
    .sample(nearbyPeople, (plan.others ?? 0) + (plan.owners ? 0 : 1))
    .map((person) => person.id)
  const ownerIds = plan.owners ? plan.owners.map(persona) : otherIds.slice(0, 1)
  return { ownerIds, memberIds: [...listedIds, ...otherIds].filter((id) => !ownerIds.includes(id)) }
}

function groupsOf(plan: SandboxPlan, template: SampleSandboxTemplate, ownerIds: string[], memberIds: string[]): SampleSandbox['groups'] {
  if (plan.status === 'queued' || plan.status === 'failed') return []
  return template.groups.map(({ suffix, role }) => ({
    id: stableId(`sandbox-group/${plan.name}/${suffix}`),
    directoryId: stableId(`directory-group/sbx-${plan.name}-${suffix}`),
    name: `sbx-${plan.name}-${suffix}`,
    role,
    memberIds: suffix === 'owners' ? ownerIds : suffix === 'members' ? memberIds : [],
  }))
}

export const workloadOf: Record<TemplateKey, 'webApp' | 'machineLab' | 'kubernetes'> = {
  web: 'webApp',
  data: 'machineLab',
  kubernetes: 'kubernetes',
  machines: 'machineLab',
  workshop: 'webApp',
  clean: 'machineLab',
}

export const freeGroup = (name: string) => `rg-${name}`
export const machineNames = (group: string) => [1, 2].map((number) => `vm-${group.replace(/^rg-/, '').slice(0, 20)}-${number}`)
