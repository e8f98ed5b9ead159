import { outcomeWord } from '../../../shared/activityOutcome.tsx'
import { deedOf } from '../../../shared/activityWords.ts'
import type { FieldWords } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { labelOf } from '../../../subjects.ts'

const words: Record<string, (value: string) => string> = { operation: deedOf, outcome: outcomeWord, subjectKind: labelOf }

export const auditFields: FieldWords = {
  person: 'person',
  word: ({ name }, value) => words[name]?.(value) ?? value,
  counted: (events) => count(events, 'event'),
  adapt: (field) => ({ ...field, operators: field.operators.filter(({ id }) => id !== '=like=') }),
}
