import type { ApprovalPolicy, ApproverRule, PolicyDocument, PolicyStage } from './types.ts'

/** The key follows a rule or stage when it is moved. */
export type Keyed<T> = T & { key: number }
export type AutomaticDraft = Keyed<PolicyDocument['reject'][number]>
export type StageDraft = Keyed<PolicyStage>

export interface PolicyDraft {
  name: string
  description: string
  reject: AutomaticDraft[]
  approve: AutomaticDraft[]
  stages: StageDraft[]
}
let lastKey = 0
export const keyed = <T extends object>(thing: T): Keyed<T> => ({ ...thing, key: ++lastKey })
const withoutKey = <T extends { key: number }>({ key: _, ...thing }: T) => thing

export function draftOf({ name, description, reject, approve, stages }: ApprovalPolicy['document']): PolicyDraft {
  return { name, description, reject: reject.map(keyed), approve: approve.map(keyed), stages: stages.map(keyed) }
}

/** The document for saving and export, without empty fields. */
export function documentOf(draft: PolicyDraft): Omit<PolicyDocument, 'kind'> {
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    reject: draft.reject.map(automatic),
    approve: draft.approve.map(automatic),
    stages: draft.stages.map(stage),
  }
}

const automatic = (rule: AutomaticDraft) => ({ when: rule.when.trim(), because: rule.because.trim() })

function stage(draft: StageDraft): PolicyStage {
  const { name, when, alternates, escalateAfterHours, ...rest } = withoutKey(draft)
  return {
    ...rest,
    name: name.trim(),
    ...(when?.trim() && { when: when.trim() }),
    ...(alternates && { alternates, escalateAfterHours: escalateAfterHours ?? 24 }),
  }
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

export const newAutomatic = (): AutomaticDraft => keyed({ when: '', because: '' })
export const newStage = (kind: ApproverRule['kind']): StageDraft => keyed({ name: '', rule: { kind }, minimum: 1 })

/** Lists missing fields by their place in the document; the server checks the rest. */
export function missingIn(draft: PolicyDraft): Record<string, string> {
  const missing: Record<string, string> = {}
  const need = (text: string | undefined, place: string, message: string, least = 1) => {
    if ((text?.trim().length ?? 0) < least) missing[place] = message
  }
  need(draft.name, 'name', 'Enter a name.')
  for (const part of ['reject', 'approve'] as const)
    draft[part].forEach((rule, at) => {
      need(rule.when, `${part}.${at}.when`, 'Enter a condition.')
      need(rule.because, `${part}.${at}.because`, 'Enter a reason for the requester.', 3)
    })
  draft.stages.forEach(({ name, rule, alternates, when }, at) => {
    need(name, `stages.${at}.name`, 'Enter a stage name.')
    if (!namesSomebody(rule)) missing[`stages.${at}.rule`] = 'Choose the approvers.'
    if (alternates && !namesSomebody(alternates)) missing[`stages.${at}.alternates`] = 'Choose the additional approvers.'
    if (when !== undefined) need(when, `stages.${at}.when`, 'Enter a condition, or require this stage for all requests.')
  })
  return missing
}

export function namesSomebody(rule: ApproverRule): boolean {
  if (rule.kind === 'directoryGroup') return !!rule.groupId
  if (rule.kind === 'person') return !!rule.personId
  if (rule.kind === 'role') return !!rule.role
  if (rule.kind !== 'anyOf') return true
  return (rule.of ?? []).length + (rule.personIds ?? []).length + (rule.groupIds ?? []).length > 0
}

/** Parses an exported document, or returns a message why it isn’t one. The server checks its content. */
export function readDocument(text: string): Omit<PolicyDocument, 'kind'> | string {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return 'This isn’t valid JSON. Paste a policy that was copied here or returned by the API.'
  }
  const found = (read ?? {}) as Partial<PolicyDocument>
  const whole = typeof found.name === 'string' && [found.reject, found.approve, found.stages].every(Array.isArray)
  if (!whole) return 'A policy needs a name and the lists reject, approve and stages.'
  const { name = '', description = '', reject = [], approve = [], stages = [] } = found
  return { name, description: String(description), reject, approve, stages }
}
