import type { FieldWords } from '../../../shared/useFilterFields.ts'
import type { TopicGroup } from './types.ts'
import { statusWords } from './words.ts'

/** Kinds of messages have the labels of their topics. */
export function deliveryFields(topics: readonly TopicGroup[]): FieldWords {
  const kinds = topics.flatMap((group) => group.kinds.map(({ id, label }) => ({ value: id, label, hint: group.label })))
  return {
    person: 'person',
    word: (field, value) =>
      statusWords[value as keyof typeof statusWords]?.word ?? field.values?.find((one) => one.value === value)?.label ?? value,
    counted: String,
    adapt: (field) =>
      field.id === 'kind'
        ? { ...field, type: 'choice', values: kinds, valueLabel: (kind) => kinds.find(({ value }) => value === kind)?.label ?? kind }
        : field,
  }
}
