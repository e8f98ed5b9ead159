import type { FieldWords } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { runFaces } from './runFaces.tsx'

export const workFields: FieldWords = {
  person: 'person',
  word: (field, value) =>
    (field.name === 'status' ? runFaces[value as keyof typeof runFaces]?.word : field.values?.find((one) => one.value === value)?.label) ??
    value,
  counted: (runs) => count(runs, 'run'),
  unsaid: ['account'],
}
