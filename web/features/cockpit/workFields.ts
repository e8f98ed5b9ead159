import type { FieldWords } from '../../shared/useFilterFields.ts'
import { count } from '../../shared/waits.ts'

const statusWords: Record<string, string> = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waits',
  failed: 'Stuck',
  succeeded: 'Finished',
  cancelled: 'Called off',
}

/** How work is filtered. */
export const workFields: FieldWords = {
  person: 'person',
  word: (field, value) => (field.name === 'status' ? statusWords[value] : field.values?.find((one) => one.value === value)?.label) ?? value,
  counted: (runs) => count(runs, 'run'),
  unsaid: ['account'],
}
