import type { PolicyDraft } from './policyDraft.ts'

type Parts = { reject: readonly { reason: string }[]; approve: readonly { reason: string }[]; stages: readonly { name: string }[] }
const fields: Record<string, string> = {
  when: 'condition',
  reason: 'reason',
  name: 'name',
  rule: 'approvers',
  minimum: 'votes needed',
  alternates: 'additional approvers',
  remindAfterHours: 'reminder',
  escalateAfterHours: 'time until escalation',
  hoursToDecide: 'expiry',
}

/** Describes a location in the document: `stages.0.when` is “Tower lead”: condition. */
export function describeFieldPath(path: string, policy: Parts | PolicyDraft): string {
  const [part = '', index = '', field = ''] = path.split('.')
  if (part !== 'reject' && part !== 'approve' && part !== 'stages') return part === 'name' ? 'Name' : 'Policy'
  const item = (policy[part] as readonly ({ name?: string; reason?: string } | undefined)[])[Number(index)]
  if (index === '' || !item) return part === 'stages' ? 'Stages' : part === 'reject' ? 'Automatic rejections' : 'Automatic approvals'
  const name = item.name?.trim() || item.reason?.trim() || `${part === 'stages' ? 'Stage' : 'Rule'} ${Number(index) + 1}`
  return fields[field] ? `“${name}”: ${fields[field]}` : `“${name}”`
}
