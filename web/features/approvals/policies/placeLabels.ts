import type { PolicyDraft } from './policyDraft.ts'

type Parts = { reject: readonly { because: string }[]; approve: readonly { because: string }[]; stages: readonly { name: string }[] }
const fields: Record<string, string> = {
  when: 'its condition',
  because: 'its reason',
  name: 'its name',
  rule: 'who decides',
  minimum: 'how many',
  alternates: 'who may decide too',
  remindAfterHours: 'its reminder',
  escalateAfterHours: 'when others may decide',
  hoursToDecide: 'when it expires',
}

/** Names a place of the document: `stages.0.when` is “Tower lead”: its condition. */
export function placeLabels(place: string, policy: Parts | PolicyDraft): string {
  const [part = '', index = '', field = ''] = place.split('.')
  if (part !== 'reject' && part !== 'approve' && part !== 'stages') return part === 'name' ? 'Name' : 'Policy'
  const item = (policy[part] as readonly ({ name?: string; because?: string } | undefined)[])[Number(index)]
  if (index === '' || !item) return part === 'stages' ? 'Stages' : part === 'reject' ? 'Automatic rejections' : 'Automatic approvals'
  const name = item.name?.trim() || item.because?.trim() || `${part === 'stages' ? 'Stage' : 'Rule'} ${Number(index) + 1}`
  return fields[field] ? `“${name}”: ${fields[field]}` : `“${name}”`
}
