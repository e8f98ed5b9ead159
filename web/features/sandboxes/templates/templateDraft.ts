import type { NewSandboxTemplate, SandboxTemplate } from '../sandboxes/types.ts'
import { templateFormLabels } from './templateLabels.ts'

type NumericField =
  | 'maxBudget'
  | 'defaultBudget'
  | 'maxHours'
  | 'defaultHours'
  | 'maxExtensions'
  | 'extensionHours'
  | 'maxMembers'
  | 'maxPerPerson'

export type TemplateDraft = Omit<NewSandboxTemplate, NumericField> & Record<NumericField, number | null>
type TemplateErrors = Partial<Record<keyof NewSandboxTemplate, string>>

export const emptyTemplate: TemplateDraft = {
  name: '',
  description: '',
  hosting: 'resourceGroup',
  regions: ['uksouth'],
  allowedResourceTypes: [],
  currency: 'GBP',
  maxBudget: 10_000,
  defaultBudget: 5_000,
  maxHours: 168,
  defaultHours: 168,
  maxExtensions: 1,
  extensionHours: 72,
  maxMembers: 20,
  maxPerPerson: 3,
  thresholds: [
    { percent: 80, action: 'notify' },
    { percent: 100, action: 'freeze' },
  ],
  reminderHours: [48, 24, 4],
  idleHours: 48,
  approval: { mode: 'required' },
  groups: [
    { suffix: 'owners', role: 'Owner' },
    { suffix: 'members', role: 'Contributor' },
  ],
  typicalUse: [],
  visibility: 'everyone',
  visibleTo: [],
  enabled: true,
}

export function draftOfTemplate(template: SandboxTemplate): TemplateDraft {
  const {
    id: _id,
    typicalCost: _cost,
    capacity: _capacity,
    live: _liveCount,
    version: _version,
    createdAt: _createdAt,
    updatedAt: _changed,
    can: _can,
    ...fields
  } = template
  return fields
}

const isAscending = (numbers: readonly number[]) => numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)
const resourceType = /^[A-Za-z.]{3,60}(\/[A-Za-z]{2,60}){1,3}$/
const suffix = /^[a-z][a-z0-9]{1,15}$/

export function validateDraft(draft: TemplateDraft): TemplateErrors {
  const errors: TemplateErrors = {}
  const requireValid = (isValid: unknown, field: keyof NewSandboxTemplate, message: string) => {
    if (!isValid) errors[field] ??= message
  }
  const requireRange = (field: NumericField, minimum: number, max: number, message: string) =>
    requireValid(draft[field] !== null && draft[field] >= minimum && draft[field] <= max, field, message)
  requireValid(draft.name.trim(), 'name', templateFormLabels.noName)
  requireValid(draft.regions.length > 0, 'regions', 'Choose at least one region.')
  requireRange('maxBudget', 100, 100_000_000, 'Enter the maximum budget.')
  requireRange('defaultBudget', 100, 100_000_000, 'Enter the default budget.')
  requireValid((draft.defaultBudget ?? 0) <= (draft.maxBudget ?? 0), 'defaultBudget', 'Enter a default that is at most the maximum budget.')
  requireRange('maxHours', 1, 8760, 'Enter a duration of 1 hour to 1 year.')
  requireRange('defaultHours', 1, 8760, 'Enter a duration of 1 hour to 1 year.')
  requireValid((draft.defaultHours ?? 0) <= (draft.maxHours ?? 0), 'defaultHours', 'Enter a default that is at most the maximum duration.')
  requireRange('maxExtensions', 0, 10, 'Enter 0 to 10.')
  requireRange('extensionHours', 1, 8760, 'Enter a duration of 1 hour to 1 year.')
  requireRange('maxMembers', 1, 500, 'Enter 1 to 500.')
  requireRange('maxPerPerson', 1, 20, 'Enter 1 to 20.')
  requireValid(isAscending(draft.thresholds.map(({ percent }) => percent)), 'thresholds', 'Enter each percentage once, lowest first.')
  requireValid(
    draft.thresholds.slice(0, -1).every(({ action }) => action === 'notify'),
    'thresholds',
    'Only the last threshold can freeze the sandbox.',
  )
  requireValid(new Set(draft.reminderHours).size === draft.reminderHours.length, 'reminderHours', 'Enter each time once.')
  requireValid(
    draft.idleHours === null || (draft.idleHours >= 4 && draft.idleHours <= 720),
    'idleHours',
    'Enter a duration of 4 hours to 30 days.',
  )
  const { mode, budget, hours, cleanRecord } = draft.approval
  requireValid(mode !== 'within' || budget || hours || cleanRecord, 'approval', templateFormLabels.noLimits)
  requireValid(
    draft.groups.every((group) => suffix.test(group.suffix)),
    'groups',
    'Enter names of 2 to 16 lowercase letters and digits.',
  )
  requireValid(new Set(draft.groups.map((group) => group.suffix)).size === draft.groups.length, 'groups', 'Two groups have the same name.')
  requireValid(
    draft.typicalUse.every((use) => use.name.trim() && use.sku.trim() && resourceType.test(use.resourceType)),
    'typicalUse',
    'Enter a name, a resource type such as Microsoft.Web/sites, and a size for each.',
  )
  requireValid(draft.visibility !== 'groups' || draft.visibleTo.length > 0, 'visibleTo', 'Enter at least one group.')
  return errors
}

/** The limits of an approval rule are sent only if the rule uses them. Reminders are sent earliest first. */
export function templateBody(draft: TemplateDraft): NewSandboxTemplate {
  const { mode, budget, hours, cleanRecord } = draft.approval
  return {
    ...(draft as NewSandboxTemplate),
    name: draft.name.trim(),
    description: draft.description.trim(),
    approval:
      mode === 'within' ? { mode, ...(budget && { budget }), ...(hours && { hours }), ...(cleanRecord && { cleanRecord }) } : { mode },
    reminderHours: draft.reminderHours.toSorted((left, right) => right - left),
    visibleTo: draft.visibility === 'groups' ? draft.visibleTo : [],
  }
}
