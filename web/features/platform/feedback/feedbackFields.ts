import type { FieldText } from '../../../shared/useFilterFields.ts'
import { categoryLabels, feedbackStatusDisplays } from './labels.ts'

export const feedbackFields: FieldText = {
  person: 'person',
  label: ({ name }, value) =>
    name === 'status'
      ? (feedbackStatusDisplays[value as keyof typeof feedbackStatusDisplays]?.label ?? value)
      : (categoryLabels[value as keyof typeof categoryLabels] ?? value),
  counted: String,
}
