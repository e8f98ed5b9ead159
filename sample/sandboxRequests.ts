import { type SampleSandboxTemplate, sandboxTemplates } from './sandboxTemplates.ts'
import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

const hour = 3_600_000

interface SampleRequest {
  name: string
  template: SampleSandboxTemplate
  /** Display name of a person at Checkout */
  who: string
  hours: number
  /** Pence */
  budget: number
  why: string
  /** Hours ago */
  age: number
}

const wishes: SampleRequest[] = [
  ['onboarding-deepa', 'Deepa Kaur', 30],
  ['onboarding-emily', 'Emily Morris', 29],
  ['onboarding-abena', 'Abena Asante', 27],
  ['onboarding-chloe', 'Chloe Martin', 6],
].map(([name, who, age]) => ({
  name: String(name),
  template: sandboxTemplates.web,
  who: String(who),
  hours: 336,
  budget: 10_000,
  why: 'The two-week onboarding course of Checkout: everybody builds the small shop from the handbook.',
  age: Number(age),
}))
wishes.push({
  name: 'fraud-features',
  template: sandboxTemplates.data,
  who: 'Priya Raman',
  hours: 504,
  budget: 32_000,
  why: 'Build fraud features from three weeks of anonymous baskets; training needs a graphics card most nights.',
  age: 20,
})

export function openSandboxRequests(company: Company, now: Date, before: number) {
  const people = new Map(company.people.map((person) => [person.displayName, person]))
  const tower = company.towers.find(({ name }) => name === 'Commerce')!
  const board = company.groups.find((group) => group.displayName === 'Cloud Architecture Board')?.id
  const open = wishes.map((wish, index) => {
    const requester = people.get(wish.who)!
    const at = new Date(now.getTime() - wish.age * hour)
    const id = stableId(`sandbox-request/${wish.name}`)
    return { wish, requester, at, id, reference: `SBX-${at.getUTCFullYear()}-${String(before + index + 1).padStart(4, '0')}` }
  })
  return {
    requests: open.map(({ wish, requester, at, id, reference }) => ({
      id,
      reference,
      kind: 'new',
      template_id: wish.template.id,
      sandbox_id: null,
      requester_id: requester.id,
      tower_id: tower.id,
      details: { name: wish.name, region: 'uksouth', hours: wish.hours, budget: wish.budget, ownerIds: [requester.id], members: [] },
      name: wish.name,
      justification: wish.why,
      status: 'pending_approval',
      automatic: false,
      ruling: ['It asks for more than the template lets through by itself.'],
      version: 1,
      submitted_at: at,
      created_at: at,
      updated_at: at,
    })),
    approvals: open.map(({ wish, requester, at, id }) => ({
      id: stableId(`sandbox-approval/${wish.name}`),
      subject_kind: 'sandboxRequest',
      subject_id: id,
      requester_id: requester.id,
      policy_id: stableId('policy/sandbox-request'),
      policy_version: 1,
      tower_id: tower.id,
      catalogue_item_ids: [],
      status: 'pending',
      stage: 1,
      opened_at: at,
      due_at: new Date(at.getTime() + 14 * 24 * hour),
      version: 1,
    })),
    stages: open.map(({ wish, at }) => ({
      approval_id: stableId(`sandbox-approval/${wish.name}`),
      stage: 1,
      name: 'Manager',
      rule: { kind: 'manager', fallbackGroupId: board },
      minimum: 1,
      status: 'open',
      opened_at: at,
    })),
  }
}
