import type { SandboxPlan } from './sandboxPlans.ts'
import type { SampleSandboxTemplate } from './sandboxTemplates.ts'

/** A sandbox of the sample retailer with everything that follows from its plan. */
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
  /** Pence. */
  budget: number
  spent: number
  /** Millionths of a penny an hour while it runs. */
  rate: number
  /** Up to when it costs something. */
  until: Date
  askedAt: Date
  start: Date | null
  end: Date | null
  /** When it was frozen, or its deletion asked for; null for what goes on. */
  stoppedAt: Date | null
  /** It is somewhere, and not yet removed. */
  stands: boolean
  groups: { id: string; directoryId: string; name: string; role: string; memberIds: string[] }[]
}
