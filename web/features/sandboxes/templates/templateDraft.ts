import type { NewSandboxTemplate, SandboxTemplate } from '../sandboxes/types.ts'
import { templateFormLabels } from './templateLabels.ts'

type Numeric =
  | 'maxBudget'
  | 'defaultBudget'
  | 'maxHours'
  | 'defaultHours'
  | 'maxExtensions'
  | 'extensionHours'
  | 'maxMembers'
  | 'maxPerPerson'

/** A template being edited, whose numbers can be empty. */
export type TemplateDraft = Omit<NewSandboxTemplate, Numeric> & Record<Numeric, number | null>
export type TemplateErrors = Partial<Record<keyof NewSandboxTemplate, string>>

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
    capacity: _room,
    live: _live,
    version: _version,
    createdAt: _made,
    updatedAt: _changed,
    can: _can,
    ...fields
  } = template
  return fields
}

const rises = (numbers: readonly number[]) => numbers.every((number, place) => place === 0 || number > numbers[place - 1]!)
const resourceType = /^[A-Za-z.]{3,60}(\/[A-Za-z]{2,60}){1,3}$/
const suffix = /^[a-z][a-z0-9]{1,15}$/

/** Errors by field, as far as the form can check them. */
export function wrongWith(draft: TemplateDraft): TemplateErrors {
  const wrong: TemplateErrors = {}
  const need = (fine: unknown, field: keyof NewSandboxTemplate, message: string) => {
    if (!fine) wrong[field] ??= message
  }
  const within = (field: Numeric, least: number, max: number, message: string) =>
    need(draft[field] !== null && draft[field] >= least && draft[field] <= max, field, message)
  need(draft.name.trim(), 'name', templateFormLabels.noName)
  need(draft.regions.length > 0, 'regions', 'Choose at least one region.')
  within('maxBudget', 100, 100_000_000, 'Enter the maximum budget.')
  within('defaultBudget', 100, 100_000_000, 'Enter the default budget.')
  need((draft.defaultBudget ?? 0) <= (draft.maxBudget ?? 0), 'defaultBudget', 'Enter at most the maximum budget.')
  within('maxHours', 1, 8760, 'Enter 1 to 8,760 hours (one year).')
  within('defaultHours', 1, 8760, 'Enter 1 to 8,760 hours.')
  need((draft.defaultHours ?? 0) <= (draft.maxHours ?? 0), 'defaultHours', 'Enter at most the maximum duration.')
  within('maxExtensions', 0, 10, 'Enter 0 to 10.')
  within('extensionHours', 1, 8760, 'Enter 1 to 8,760 hours.')
  within('maxMembers', 1, 500, 'Enter 1 to 500.')
  within('maxPerPerson', 1, 20, 'Enter 1 to 20.')
  need(rises(draft.thresholds.map(({ percent }) => percent)), 'thresholds', 'Enter each share once, in ascending order.')
  need(
    draft.thresholds.slice(0, -1).every(({ action }) => action === 'notify'),
    'thresholds',
    'Only the last threshold can freeze the sandbox.',
  )
  need(rises(draft.reminderHours.toReversed()), 'reminderHours', 'Enter each time once, earliest first: 48, 24, 4.')
  need(draft.idleHours === null || (draft.idleHours >= 4 && draft.idleHours <= 720), 'idleHours', 'Enter 4 to 720 hours.')
  const { mode, budget, hours, cleanRecord } = draft.approval
  need(mode !== 'within' || budget || hours || cleanRecord, 'approval', templateFormLabels.noLimits)
  need(
    draft.groups.every((group) => suffix.test(group.suffix)),
    'groups',
    'Enter names of 2 to 16 lowercase letters and digits.',
  )
  need(new Set(draft.groups.map((group) => group.suffix)).size === draft.groups.length, 'groups', 'Two groups have the same name.')
  need(
    draft.typicalUse.every((use) => use.name.trim() && use.sku.trim() && resourceType.test(use.resourceType)),
    'typicalUse',
    'Enter a name, a resource type such as Microsoft.Web/sites, and a size for each.',
  )
  need(draft.visibility !== 'groups' || draft.visibleTo.length > 0, 'visibleTo', 'Enter at least one group.')
  return wrong
}

/** The body for the API; limits of an approval rule are only sent if it uses them. */
export function templateBody(draft: TemplateDraft): NewSandboxTemplate {
  const { mode, budget, hours, cleanRecord } = draft.approval
  return {
    ...(draft as NewSandboxTemplate),
    name: draft.name.trim(),
    description: draft.description.trim(),
    approval:
      mode === 'within' ? { mode, ...(budget && { budget }), ...(hours && { hours }), ...(cleanRecord && { cleanRecord }) } : { mode },
    visibleTo: draft.visibility === 'groups' ? draft.visibleTo : [],
  }
}
