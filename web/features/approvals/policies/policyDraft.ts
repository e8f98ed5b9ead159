import { missingValues } from './conditionText.ts'
import type { ApprovalPolicy, ApproverRule, PolicyDocument, PolicyStage } from './types.ts'

/** The key stays with a rule or stage when it is moved. */
type WithKey<T> = T & { key: number }
export type AutomaticDraft = WithKey<PolicyDocument['reject'][number]>
export type StageDraft = WithKey<PolicyStage>

export interface PolicyDraft {
  name: string
  description: string
  reject: AutomaticDraft[]
  approve: AutomaticDraft[]
  stages: StageDraft[]
}
let lastKey = 0
const addKey = <T extends object>(item: T): WithKey<T> => ({ ...item, key: ++lastKey })
const withoutKey = <T extends { key: number }>({ key: _, ...item }: T) => item

export function draftOf({ name, description, reject, approve, stages }: ApprovalPolicy['document']): PolicyDraft {
  return { name, description, reject: reject.map(addKey), approve: approve.map(addKey), stages: stages.map(addKey) }
}

export function documentOf(draft: PolicyDraft): Omit<PolicyDocument, 'kind'> {
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    reject: draft.reject.map(automatic),
    approve: draft.approve.map(automatic),
    stages: draft.stages.map(stage),
  }
}

const automatic = (rule: AutomaticDraft) => ({ when: rule.when.trim(), reason: rule.reason.trim() })

function stage(draft: StageDraft): PolicyStage {
  const { name, when, alternates, escalateAfterHours, ...remaining } = withoutKey(draft)
  return {
    ...remaining,
    name: name.trim(),
    ...(when?.trim() && { when: when.trim() }),
    ...(alternates && { alternates, escalateAfterHours: escalateAfterHours ?? 24 }),
  }
}

export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

export const newAutomatic = (): AutomaticDraft => addKey({ when: '', reason: '' })
export const newStage = (kind: ApproverRule['kind']): StageDraft => addKey({ name: '', rule: { kind }, minimum: 1 })

const missingValue = 'Enter a value for each fact. Without one, a comparison matches always or never.'

/** Returns the missing fields by their location in the document. The server checks the other rules. */
export function missingIn(draft: PolicyDraft): Record<string, string> {
  const missing: Record<string, string> = {}
  const requireText = (text: string | undefined, path: string, message: string, minimum = 1) => {
    if ((text?.trim().length ?? 0) < minimum) missing[path] = message
  }
  requireText(draft.name, 'name', 'Enter a name.')
  for (const part of ['reject', 'approve'] as const)
    draft[part].forEach((rule, index) => {
      requireText(rule.when, `${part}.${index}.when`, 'Enter a condition.')
      if (missingValues(rule.when) > 0) missing[`${part}.${index}.when`] = missingValue
      requireText(rule.reason, `${part}.${index}.reason`, 'Enter a reason for the requester.', 3)
    })
  draft.stages.forEach(({ name, rule, alternates, when }, index) => {
    requireText(name, `stages.${index}.name`, 'Enter a stage name.')
    if (!hasApprover(rule)) missing[`stages.${index}.rule`] = 'Choose the approvers.'
    if (alternates && !hasApprover(alternates)) missing[`stages.${index}.alternates`] = 'Choose the additional approvers.'
    if (when !== undefined) requireText(when, `stages.${index}.when`, 'Enter a condition, or require this stage for all requests.')
    if (when !== undefined && missingValues(when) > 0) missing[`stages.${index}.when`] = missingValue
  })
  return missing
}

/** Counts the missing values, because one condition can lack several. */
export function countMissing(draft: PolicyDraft): number {
  const conditions = new Map<string, string | undefined>()
  for (const part of ['reject', 'approve', 'stages'] as const)
    draft[part].forEach(({ when }, index) => void conditions.set(`${part}.${index}.when`, when))
  return Object.keys(missingIn(draft)).reduce((total, path) => total + Math.max(1, missingValues(conditions.get(path) ?? '')), 0)
}

function hasApprover(rule: ApproverRule): boolean {
  if (rule.kind === 'directoryGroup') return !!rule.groupId
  if (rule.kind === 'person') return !!rule.personId
  if (rule.kind === 'role') return !!rule.role
  if (rule.kind !== 'anyOf') return true
  return (rule.of ?? []).length + (rule.personIds ?? []).length + (rule.groupIds ?? []).length > 0
}

export const documentProblems = {
  notJson: 'This isn’t valid JSON. Paste a policy that was copied here or returned by the API.',
  incomplete: 'A policy needs a name and the lists reject, approve and stages.',
}

/** Parses an exported document, or returns the reason why the text isn’t one. The server checks its content. */
export function parseDocument(text: string): Omit<PolicyDocument, 'kind'> | string {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return documentProblems.notJson
  }
  const result = (parsed ?? {}) as Partial<PolicyDocument>
  const isComplete = typeof result.name === 'string' && [result.reject, result.approve, result.stages].every(Array.isArray)
  if (!isComplete) return documentProblems.incomplete
  const { name = '', description = '', reject = [], approve = [], stages = [] } = result
  return { name, description: String(description), reject, approve, stages }
}
