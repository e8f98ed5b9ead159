import { useState } from 'react'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { PriceChange } from '../../../shared/PriceChange.tsx'
import type { AccountService, CatalogueItem } from '../../../shared/requestTypes.ts'
import { SchemaForm } from '../../../shared/SchemaForm.tsx'
import { type InputValues, missingOf, presetValues, withDefaults } from '../../../shared/schemaValues.ts'
import { useForm } from '../../../shared/useForm.ts'
import { servicesLabels } from './labels.ts'
import { problemsOfItem, type ServicesDraft, withItem } from './servicesDraft.ts'
import { usePreview } from './usePreview.ts'

interface ItemDialogProps {
  accountId: string
  item: CatalogueItem
  draft: ServicesDraft
  currentServices: readonly AccountService[]
  updateId: string | undefined
  onClose: () => void
  onSave: (inputs: InputValues) => void
}

export function ItemDialog({ accountId, item, draft, currentServices, updateId, onClose, onSave }: ItemDialogProps) {
  const currentInputs = currentServices.find((service) => service.id === item.id)?.inputs
  const [values, setValues] = useState<InputValues>(
    () => draft.add[item.id] ?? draft.change[item.id] ?? { ...presetValues(item.inputs), ...currentInputs },
  )
  const inputs = withDefaults(item.inputs, values)
  const requestedDraft = withItem(draft, item.id, inputs, currentServices)
  const { preview, stale } = usePreview(accountId, requestedDraft, updateId)
  const messages = problemsOfItem(requestedDraft, item.id, preview?.problems ?? [])
  const missing = missingOf(item.inputs, inputs)
  const form = useForm({ error: undefined, isPending: false }, { ...(stale ? {} : messages), ...missing }, () => onSave(inputs))
  // Empty fields are errors only after the first attempt to continue.
  const visibleProblems = form.isSubmitted
    ? { ...messages, ...missing }
    : Object.fromEntries(Object.entries(messages).filter(([name]) => !(name in missing)))
  const isNew = currentInputs === undefined && !currentServices.some((service) => service.id === item.id)
  return (
    <FormDialog
      size="lg"
      title={isNew ? `Add ${item.name}` : `Settings of ${item.name}`}
      description={item.description}
      action={isNew ? 'Add service' : 'Apply'}
      form={form}
      onClose={onClose}
      className="space-y-5"
    >
      {!isNew && Object.keys(currentInputs ?? {}).length === 0 && (
        <p className="text-sm text-ink-2">The original settings are unknown. These are the default settings.</p>
      )}
      <SchemaForm schema={item.inputs} values={values} onChange={setValues} problems={visibleProblems} />
      {preview && (
        <div aria-live="polite" className="rounded-md bg-sunken px-4 py-3">
          <p className="mb-1 text-sm font-semibold text-ink-2">{servicesLabels.total}</p>
          <PriceChange price={preview.price} stale={stale} />
        </div>
      )}
    </FormDialog>
  )
}
