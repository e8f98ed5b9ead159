import type { FieldText } from '../../../shared/useFilterFields.ts'
import { categoryLabels, statusFaces } from './labels.ts'

export const feedbackFields: FieldText = {
  person: 'person',
  word: ({ name }, value) =>
    name === 'status'
      ? (statusFaces[value as keyof typeof statusFaces]?.word ?? value)
      : (categoryLabels[value as keyof typeof categoryLabels] ?? value),
  counted: String,
}
