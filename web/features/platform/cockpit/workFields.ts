import type { FieldText } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { runFaces } from './runFaces.tsx'

export const workFields: FieldText = {
  person: 'person',
  word: (field, value) =>
    (field.name === 'status' ? runFaces[value as keyof typeof runFaces]?.word : field.values?.find((one) => one.value === value)?.label) ??
    value,
  counted: (runs) => count(runs, 'run'),
  unsaid: ['account'],
}
