import type { FieldText } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { runDisplays } from './runFaces.tsx'

export const workFields: FieldText = {
  person: 'person',
  word: (field, value) =>
    (field.name === 'status'
      ? runDisplays[value as keyof typeof runDisplays]?.word
      : field.values?.find((item) => item.value === value)?.label) ?? value,
  counted: (runs) => count(runs, 'run'),
  unsaid: ['account'],
}
