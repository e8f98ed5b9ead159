import { type LabelList, labelFor } from '../../../shared/labels.ts'
import { accountStatusLabel } from '../../../shared/StatusBadge.tsx'
import type { FieldText } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import type { FilterToken } from '../../../ui/filterTypes.ts'

const lists: Record<string, LabelList> = {
  kind: 'kind',
  environment: 'environment',
  workload: 'workload',
  region: 'region',
  criticality: 'criticality',
  dataClassification: 'dataClassification',
  connectivity: 'connectivity',
}

export const accountFields: FieldText = {
  person: 'owner',
  hiddenFields: ['costKnown'],
  label: (field, value) => {
    if (field.name === 'status') return accountStatusLabel(value)
    const list = lists[field.name]
    return list ? labelFor(list, value) : (field.values?.find((item) => item.value === value)?.label ?? value)
  },
  counted: (accounts) => count(accounts, 'account'),
  adapt: (field) => (field.id === 'budget' ? { ...field, label: 'Monthly budget', type: 'number' } : field),
}

export function budgetIn(tokens: FilterToken[], times: number): FilterToken[] {
  return tokens.map((token) =>
    token.field === 'budget' ? { ...token, values: token.values.map((value) => String(Math.round(Number(value) * times))) } : token,
  )
}
