import type { SandboxPlan } from './sandboxPlans.ts'
import type { SampleSandboxTemplate } from './sandboxTemplates.ts'

export interface SampleSandbox {
  id: string
  plan: SandboxPlan
  template: SampleSandboxTemplate
  towerId: string
  ownerIds: string[]
  memberIds: string[]
  region: string
  host: { id: string; subscriptionId: string } | null
  resourceGroup: string | null
  /** In pence. */
  budget: number
  spent: number
  /** In millionths of a penny per hour while the sandbox runs. */
  rate: number
  until: Date
  requestedAt: Date
  approvedAt: Date
  start: Date | null
  end: Date | null
  /** Time of the freeze or of the deletion request; null while it is active. */
  stoppedAt: Date | null
  isDeployed: boolean
  groups: { id: string; directoryId: string; name: string; role: string; memberIds: string[] }[]
}
