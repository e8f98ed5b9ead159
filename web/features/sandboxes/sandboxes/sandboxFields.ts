import { labelFor } from '../../../shared/labels.ts'
import type { FieldText } from '../../../shared/useFilterFields.ts'
import { count } from '../../../shared/waits.ts'
import { hostingLabels, sandboxDisplay } from './labels.ts'

export const sandboxFields: FieldText = {
  person: 'owner',
  label: (field, value) => {
    if (field.name === 'status') return sandboxDisplay(value).label
    if (field.name === 'region') return labelFor('region', value)
    if (field.name === 'hosting') return hostingLabels[value as keyof typeof hostingLabels] ?? value
    return field.values?.find((item) => item.value === value)?.label ?? value
  },
  counted: (sandboxes) => count(sandboxes, 'sandbox', 'sandboxes'),
}
