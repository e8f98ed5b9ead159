import { publicAccountList } from '../../server/features/accounts/accounts/list.ts'
import { type LabelList, labelFor } from '../../web/shared/labels.ts'
import { accountStatusLabel } from '../../web/shared/StatusBadge.tsx'

export function accountCondition(field: 'status' | Extract<LabelList, 'environment' | 'criticality'>, value: string): string {
  return `${publicAccountList.fields[field]!.label} = ${field === 'status' ? accountStatusLabel(value) : labelFor(field, value)}`
}
