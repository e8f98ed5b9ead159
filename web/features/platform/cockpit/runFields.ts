import type { FieldText } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { runDisplays } from './runDisplays.tsx'

export const runFields: FieldText = {
  person: 'person',
  label: (field, value) =>
    (field.name === 'status'
      ? runDisplays[value as keyof typeof runDisplays]?.label
      : field.values?.find((item) => item.value === value)?.label) ?? value,
  counted: (runs) => count(runs, 'run'),
  hiddenFields: ['account'],
}
