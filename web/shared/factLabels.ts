import { type LabelList, labelFor } from './labels.ts'
import type { ApprovalWithEvidence } from './requestTypes.ts'

export type FactKey = NonNullable<ApprovalWithEvidence['evidence']['facts'][number]['key']>

/** The values of these facts are codes. */
const factLabels: Partial<Record<FactKey, LabelList>> = {
  environment: 'environment',
  dataClassification: 'dataClassification',
  region: 'region',
  connectivity: 'connectivity',
}

export function labelOf(key: FactKey | undefined, value: string): string {
  const list = key && factLabels[key]
  return list && value !== '' ? labelFor(list, value) : value
}
