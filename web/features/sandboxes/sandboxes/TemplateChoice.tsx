import { RadioCards } from '../../../ui/Checkbox.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { describeSpan } from './labels.ts'
import type { SandboxTemplate } from './types.ts'

export function TemplateChoice({
  templates,
  chosen,
  error,
  onChoose,
}: {
  templates: readonly SandboxTemplate[]
  chosen: SandboxTemplate | undefined
  error: string | undefined
  onChoose: (template: SandboxTemplate) => void
}) {
  return (
    <RadioCards
      label="Template"
      name="templateId"
      error={error}
      value={chosen?.id ?? null}
      options={templates.map(({ id, name, description, maxBudget, maxHours, currency, can }) => {
        const limits = `Up to ${formatMoney({ amount: maxBudget, currency }, { strip: true })} and ${describeSpan(maxHours)}.`
        return {
          value: id,
          label: name,
          hint: `${description} ${limits}`.trim(),
          ...(typeof can.request === 'string' && { disabledReason: can.request }),
        }
      })}
      onChange={(id) => {
        const chosen = templates.find((item) => item.id === id)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
