import { useId, useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { accountBudget } from '../../../shared/budgetLimits.ts'
import { changedFields } from '../../../shared/changedFields.ts'
import { DeleteDialog } from '../../../shared/DeleteDialog.tsx'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/Checkbox.tsx'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { catalogueLabels } from './labels.ts'
import { SchemaEditor } from './SchemaEditor.tsx'
import { emptySchema, parseSchema } from './schemaText.ts'

export interface EditItemDialogProps {
  item: CatalogueItem | undefined
  categories: readonly string[]
  onClose: () => void
  onDeleted: () => void
}

export function EditItemDialog({ item, categories, onClose, onDeleted }: EditItemDialogProps) {
  const listId = useId()
  const create = useCall('createCatalogueItem', ['catalogueItem'])
  const update = useCall('updateCatalogueItem', ['catalogueItem', 'account'])
  const remove = useCall('deleteCatalogueItem', ['catalogueItem'])
  const [name, setName] = useState(item?.name ?? '')
  const [version, setVersion] = useState(item?.version ?? '1.0.0')
  const [category, setCategory] = useState(item?.category ?? '')
  const [description, setDescription] = useState(item?.description ?? '')
  const [amount, setAmount] = useState<number | null>(item?.monthlyEstimate.amount ?? null)
  const [documentationUrl, setDocumentationUrl] = useState(item?.documentationUrl ?? '')
  const [approvers, setApprovers] = useState<Person[]>(item?.approvers ?? [])
  const [isEnabled, setIsEnabled] = useState(item?.enabled ?? true)
  const [schemaText, setSchemaText] = useState(() => JSON.stringify(item?.inputs ?? emptySchema, null, 2))
  const [isDeleting, setIsDeleting] = useState(false)
  const schema = parseSchema(schemaText)
  const currency = item?.monthlyEstimate.currency ?? 'GBP'
  const errors = {
    name: name.trim().length < 2 ? 'Enter a name of at least 2 characters.' : undefined,
    version: /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(version) ? undefined : 'Enter three numbers, such as 2.1.0.',
    category: category.trim().length < 2 ? 'Enter a category.' : undefined,
    description: description.trim().length < 10 ? 'Enter a description of at least 10 characters.' : undefined,
    monthlyEstimate: amount === null ? 'Enter a monthly cost with default settings.' : undefined,
    documentationUrl:
      documentationUrl === '' || /^https:\/\/\S+$/.test(documentationUrl) ? undefined : 'Enter a URL that starts with https://',
    inputs: schema.problem,
  }

  const form = useForm(item ? update : create, errors, async () => {
    if (!schema.value || amount === null) return
    const body = {
      name: name.trim(),
      version,
      category: category.trim(),
      description: description.trim(),
      inputs: schema.value,
      monthlyEstimate: { amount, currency },
      approverIds: approvers.map(({ id }) => id),
      documentationUrl: documentationUrl || null,
      enabled: isEnabled,
    }
    if (item) {
      const { approvers: previousApprovers, id: _id, can: _can, revision, ...before } = item
      const changes = changedFields({ ...before, approverIds: previousApprovers.map(({ id }) => id) }, body)
      if (Object.keys(changes).length > 0) await update.mutateAsync({ params: { id: item.id }, body: changes, headers: ifMatch(revision) })
    } else await create.mutateAsync({ body })
    toast.ok(item ? `${body.name} updated` : `${body.name} added`)
    onClose()
  })
  if (isDeleting && item) {
    return (
      <DeleteDialog
        subject="catalogue item"
        name={item.name}
        onOpenChange={(open) => !open && setIsDeleting(false)}
        onDelete={async () => {
          await remove.mutateAsync({ params: { id: item.id }, headers: ifMatch(item.revision) })
          onDeleted()
        }}
      />
    )
  }
  return (
    <FormDialog
      size="lg"
      title={item ? `Edit ${item.name}` : 'Create catalogue item'}
      action={item ? 'Save changes' : 'Create item'}
      aside={
        item && (
          <Button variant="quiet" onClick={() => setIsDeleting(true)}>
            Delete…
          </Button>
        )
      }
      className="space-y-5"
      form={form}
      onClose={onClose}
    >
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField label={catalogueLabels.name} maxLength={80} {...form.text('name', name, setName)} />
        <TextField label="Version" mono {...form.text('version', version, setVersion)} />
      </div>
      <TextArea label={catalogueLabels.description} maxLength={1000} rows={2} {...form.text('description', description, setDescription)} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label={catalogueLabels.category}
          hint="Choose a category or enter a new one"
          maxLength={40}
          list={listId}
          {...form.text('category', category, setCategory)}
        />
        <MoneyField
          label={catalogueLabels.monthlyCost}
          hint="With default settings"
          currency={currency}
          max={accountBudget.max}
          {...form.field('monthlyEstimate', amount, setAmount)}
        />
      </div>
      <datalist id={listId}>
        {categories.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <PersonPicker
        label="Approvers"
        optional
        hint="Leave empty if the account’s approvers decide."
        {...form.field('approverIds', approvers, setApprovers)}
      />
      <TextField
        label="Documentation"
        optional
        type="url"
        spellCheck={false}
        placeholder="https://"
        {...form.text('documentationUrl', documentationUrl, setDocumentationUrl)}
      />
      <SchemaEditor text={schemaText} onChange={setSchemaText} schema={schema.value} error={schema.problem ?? form.errorOf('inputs')} />
      <Switch
        label="Available"
        hint="If off, owners can’t request the item. Accounts that have it keep it."
        checked={isEnabled}
        onChange={(event) => setIsEnabled(event.target.checked)}
      />
    </FormDialog>
  )
}
