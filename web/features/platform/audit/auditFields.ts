import { actionOf } from '../../../shared/activityLabels.ts'
import { outcomeLabel } from '../../../shared/activityOutcome.tsx'
import type { FieldText } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { labelOf } from '../../../subjects.ts'

const labelFor: Record<string, (value: string) => string> = { operation: actionOf, outcome: outcomeLabel, subjectKind: labelOf }

export const auditFields: FieldText = {
  person: 'person',
  label: ({ name }, value) => labelFor[name]?.(value) ?? value,
  counted: (events) => count(events, 'event'),
  adapt: (field) => ({ ...field, operators: field.operators.filter(({ id }) => id !== '=like=') }),
}
