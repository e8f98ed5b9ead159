import { sandboxOwnerLimits } from '../../../../client/ownerLimits.ts'
import type { CallInput } from '../../../api/client.ts'
import type { Person } from '../../../shared/PersonPicker.tsx'
import { describeSpan } from './labels.ts'
import { requestFormLabels } from './pageLabels.ts'
import type { SandboxRequest, SandboxTemplate } from './types.ts'

/** No field is required, so that an unfinished form can be stored. */
export interface Draft {
  templateId: string | null
  name: string
  justification: string
  towerId: string | null
  region: string | null
  hours: number | null
  /** In minor units of the template's currency. */
  budget: number | null
  owners: Person[]
  members: Record<string, Person[]>
}

type Body = CallInput<'createSandboxRequest'>['body']

export const emptyDraft = (me: Person): Draft => ({
  templateId: null,
  name: '',
  justification: '',
  towerId: null,
  region: null,
  hours: null,
  budget: null,
  owners: [me],
  members: {},
})

/** The first group is for owners. Members get the other groups, or the first if there is no other. */
export function memberGroups(template: SandboxTemplate): SandboxTemplate['groups'] {
  return template.groups.length > 1 ? template.groups.slice(1) : template.groups
}

/** Replaces values that the other template doesn’t allow with its defaults. */
export function applyTemplate(template: SandboxTemplate, draft: Draft): Partial<Draft> {
  const groups = new Set(memberGroups(template).map(({ suffix }) => suffix))
  const isOtherTemplate = draft.templateId !== template.id
  return {
    templateId: template.id,
    region: draft.region && template.regions.includes(draft.region) ? draft.region : (template.regions[0] ?? null),
    hours: isOtherTemplate || draft.hours === null || draft.hours > template.maxHours ? template.defaultHours : draft.hours,
    budget: isOtherTemplate || draft.budget === null || draft.budget > template.maxBudget ? template.defaultBudget : draft.budget,
    members: Object.fromEntries(Object.entries(draft.members).filter(([suffix]) => groups.has(suffix))),
  }
}

export function draftOf(request: SandboxRequest): Draft {
  const members: Record<string, Person[]> = {}
  for (const { person, group } of request.members) members[group] = [...(members[group] ?? []), person]
  return {
    templateId: request.template.id,
    name: request.name,
    justification: request.justification,
    towerId: request.tower.id,
    region: request.region,
    hours: request.hours,
    budget: request.budget.amount,
    owners: request.owners,
    members,
  }
}

export function partialBody(draft: Draft): Partial<Body> & { templateId: string } {
  return {
    templateId: draft.templateId ?? '',
    ...(namePattern.test(draft.name) && { name: draft.name }),
    ...(draft.justification.trim().length >= 10 && { justification: draft.justification.trim().slice(0, 1000) }),
    ...(draft.towerId && { towerId: draft.towerId }),
    ...(draft.region && { region: draft.region }),
    ...(draft.hours && { hours: draft.hours }),
    ...(draft.budget && draft.budget >= 100 && { budget: draft.budget }),
    ...(draft.owners.length > 0 && { ownerIds: draft.owners.map(({ id }) => id).slice(0, 5) }),
    members: Object.entries(draft.members).flatMap(([group, people]) => people.map(({ id }) => ({ personId: id, group }))),
  }
}

export const bodyOf = (draft: Draft): Body => partialBody(draft) as Body

const namePattern = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/

export const toSandboxName = (text: string): string => text.toLowerCase().replace(/[\s_.]+/g, '-')

export interface Problem {
  name: string
  message: string
}

export function problemsOf(draft: Draft, template: SandboxTemplate | undefined): Problem[] {
  const problems: Problem[] = []
  const requireValid = (isValid: unknown, name: string, message: string) => {
    if (!isValid && !problems.some((problem) => problem.name === name)) problems.push({ name, message })
  }
  requireValid(template, 'templateId', requestFormLabels.noTemplate)
  if (!template) return problems
  requireValid(draft.name, 'name', 'Enter a name.')
  requireValid(draft.name.length >= 3 && draft.name.length <= 40, 'name', 'Enter a name of 3 to 40 characters.')
  requireValid(
    namePattern.test(draft.name),
    'name',
    'Use lowercase letters, digits and hyphens. Start with a letter and don’t end with a hyphen.',
  )
  requireValid(draft.justification.trim().length >= 10, 'justification', requestFormLabels.shortPurpose)
  requireValid(draft.justification.length <= 1000, 'justification', 'Enter at most 1,000 characters.')
  requireValid(draft.hours && draft.hours >= 1, 'hours', 'Enter a duration.')
  requireValid(!draft.hours || draft.hours <= template.maxHours, 'hours', `This template allows up to ${describeSpan(template.maxHours)}.`)
  requireValid(draft.budget && draft.budget >= 100, 'budget', 'Enter a budget.')
  requireValid(!draft.budget || draft.budget <= template.maxBudget, 'budget', 'Enter a budget within the template’s limit.')
  requireValid(draft.region, 'region', 'Choose a region.')
  requireValid(draft.towerId, 'towerId', 'Choose the paying tower.')
  requireValid(
    draft.owners.length >= sandboxOwnerLimits.min && draft.owners.length <= sandboxOwnerLimits.max,
    'ownerIds',
    'Choose one to five owners.',
  )
  const members = Object.values(draft.members).reduce((sum, people) => sum + people.length, 0)
  requireValid(members <= Math.min(100, template.maxMembers), 'members', `Choose up to ${Math.min(100, template.maxMembers)} members.`)
  return problems
}

/** Maps a field of the API (`ownerIds.1`) to the form’s field. */
export function formField(field: string): string {
  return field.replace(/^(details\.)?/, '').replace(/^(ownerIds|members)\..*$/, '$1')
}
