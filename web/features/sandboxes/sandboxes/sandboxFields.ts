import type { FieldWords } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { wordFor } from '../../../shared/words.ts'
import { hostingWords, sandboxFace } from './words.ts'

export const sandboxFields: FieldWords = {
  person: 'owner',
  word: (field, value) => {
    if (field.name === 'status') return sandboxFace(value).word
    if (field.name === 'region') return wordFor('region', value)
    if (field.name === 'hosting') return hostingWords[value as keyof typeof hostingWords] ?? value
    return field.values?.find((one) => one.value === value)?.label ?? value
  },
  counted: (sandboxes) => count(sandboxes, 'sandbox', 'sandboxes'),
}
