import type { FieldWords } from '../../../shared/useFilterFields.ts'
import { categoryWords, statusFaces } from './words.ts'

export const feedbackFields: FieldWords = {
  person: 'person',
  word: ({ name }, value) =>
    name === 'status'
      ? (statusFaces[value as keyof typeof statusFaces]?.word ?? value)
      : (categoryWords[value as keyof typeof categoryWords] ?? value),
  counted: String,
}
