import { evaluateApprovalRule } from '../server/features/sandboxes/requests/approvalRule.ts'
import { managerStage } from './sandboxApprovals.ts'
import { type SampleSandboxTemplate, sandboxTemplates } from './sandboxTemplates.ts'
import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

const hour = 3_600_000

interface SampleRequest {
  name: string
  template: SampleSandboxTemplate
  personName: string
  hours: number
  /** In pence. */
  budget: number
  justification: string
  /** In hours. */
  age: number
}

const sampleRequests: SampleRequest[] = [
  ['onboarding-deepa', 'Deepa Kaur', 30],
  ['onboarding-emily', 'Emily Morris', 29],
  ['onboarding-abena', 'Abena Asante', 27],
  ['onboarding-chloe', 'Chloe Martin', 6],
].map(([name, personName, age]) => ({
  name: String(name),
  template: sandboxTemplates.web,
  personName: String(personName),
  hours: 336,
  budget: 10_000,
  justification: 'For the two-week onboarding course of Checkout, in which I build the sample shop.',
  age: Number(age),
}))
sampleRequests.push({
  name: 'fraud-features',
  template: sandboxTemplates.data,
  personName: 'Priya Raman',
  hours: 504,
  budget: 32_000,
  justification: 'Build fraud features from three weeks of anonymous baskets. Training needs a GPU on most nights.',
  age: 20,
})

export function openSandboxRequests(company: Company, now: Date, before: number) {
  const people = new Map(company.people.map((person) => [person.displayName, person]))
  const tower = company.towers.find(({ name }) => name === 'Commerce')!
  const open = sampleRequests.map((sampleRequest, index) => {
    const requester = people.get(sampleRequest.personName)!
    const time = new Date(now.getTime() - sampleRequest.age * hour)
    const id = stableId(`sandbox-request/${sampleRequest.name}`)
    return {
      sampleRequest,
      requester,
      at: time,
      id,
      reference: `SBX-${time.getUTCFullYear()}-${String(before + index + 1).padStart(4, '0')}`,
    }
  })
  return {
    requests: open.map(({ sampleRequest, requester, at: time, id, reference }) => ({
      id,
      reference,
      kind: 'new',
      template_id: sampleRequest.template.id,
      sandbox_id: null,
      requester_id: requester.id,
      tower_id: tower.id,
      details: {
        name: sampleRequest.name,
        region: 'uksouth',
        hours: sampleRequest.hours,
        budget: sampleRequest.budget,
        ownerIds: [requester.id],
        members: [],
      },
      name: sampleRequest.name,
      justification: sampleRequest.justification,
      status: 'pending_approval',
      automatic: false,
      decision_reasons: evaluateApprovalRule(sampleRequest.template.approval, { ...sampleRequest, currency: 'GBP', overruns: 0 }).reasons,
      version: 1,
      submitted_at: time,
      created_at: time,
      updated_at: time,
    })),
    approvals: open.map(({ sampleRequest, requester, at: time, id }) => ({
      id: stableId(`sandbox-approval/${sampleRequest.name}`),
      subject_kind: 'sandboxRequest',
      subject_id: id,
      requester_id: requester.id,
      policy_id: stableId('policy/sandbox-request'),
      policy_version: 1,
      tower_id: tower.id,
      catalogue_item_ids: [],
      status: 'pending',
      stage: 1,
      opened_at: time,
      due_at: new Date(time.getTime() + 14 * 24 * hour),
      version: 1,
    })),
    stages: open.map(({ sampleRequest, at: time }) => ({
      ...managerStage(company),
      approval_id: stableId(`sandbox-approval/${sampleRequest.name}`),
      status: 'open',
      opened_at: time,
    })),
  }
}
