import type { FieldText } from '../../../shared/useFilterFields.ts'
import { statusLabels } from './labels.ts'
import type { TopicGroup } from './types.ts'

/** The labels of the kinds are the same as in the channel's topics. */
export function deliveryFields(topics: readonly TopicGroup[]): FieldText {
  const kinds = topics.flatMap((group) => group.kinds.map(({ id, label }) => ({ value: id, label, hint: group.label })))
  return {
    person: 'person',
    label: (field, value) =>
      statusLabels[value as keyof typeof statusLabels]?.label ?? field.values?.find((item) => item.value === value)?.label ?? value,
    counted: String,
    adapt: (field) =>
      field.id === 'kind'
        ? { ...field, type: 'choice', values: kinds, valueLabel: (kind) => kinds.find(({ value }) => value === kind)?.label ?? kind }
        : field,
  }
}
