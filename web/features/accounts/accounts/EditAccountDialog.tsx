import { useState } from 'react'
import type { CallInput, CallResult } from '../../../api/client.ts'
import type { ProblemText } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { accountFieldLabels } from '../../../shared/accountFieldLabels.ts'
import { repeatedAlertProblem, type Thresholds } from '../../../shared/budgetAlerts.ts'
import { accountBudget } from '../../../shared/budgetLimits.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { toOptions } from '../../../shared/labels.ts'
import { type TagRow, TagsField } from '../../../shared/TagsField.tsx'
import { ThresholdsField } from '../../../shared/ThresholdsField.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { tagsProblem } from '../insights/tagsRules.ts'
import { isManagedTag, selectedTags } from './managedTags.ts'

type Account = CallResult<'getAccount'>
type Change = NonNullable<CallInput<'updateMyAccount'>['body']>
type Criticality = Account['criticality']

const list = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)

export function EditAccountDialog({ account: currentAccount, onOpenChange }: { account: Account; onOpenChange: (open: boolean) => void }) {
  // The form keeps the account as it was opened, so that live updates don’t change the base of the edits.
  const [account] = useState(currentAccount)
  const save = useCall('updateMyAccount', ['account'])
  const [description, setDescription] = useState(account.description)
  const [costCentre, setCostCentre] = useState(account.costCentre)
  const [criticality, setCriticality] = useState<string>(account.criticality)
  const [amount, setAmount] = useState<number | null>(account.budget?.amount ?? null)
  const [contacts, setContacts] = useState(account.budget?.contacts.join(', ') ?? '')
  const [thresholds, setThresholds] = useState((account.budget?.thresholds ?? []) as Thresholds)
  const isManual = account.kind === 'manual'
  const currentTags = isManual ? (account.tags ?? {}) : selectedTags(account.tags)
  const [tags, setTags] = useState<TagRow[]>(() => Object.entries(currentTags).map(([name, value]) => ({ name, value })))
  const managedTag = isManual ? undefined : tags.find(({ name }) => isManagedTag(name))
  const wrongTags = managedTag
    ? `Slipway manages the tag “${managedTag.name.trim()}”.`
    : tagsProblem(isManual ? tags.filter(({ name }) => !isManagedTag(name)) : tags, [])
  const change = changeOf(account, currentTags, {
    description,
    costCentre,
    criticality,
    amount,
    contacts: list(contacts),
    thresholds,
    tags,
  })
  const isUnchanged = Object.keys(change).length === 0

  const form = useForm(save, { tags: wrongTags, 'budget.thresholds': repeatedAlertProblem(thresholds) }, async () => {
    if (isUnchanged) return
    await save.mutateAsync({ params: { id: account.id }, body: change, headers: ifMatch(account.version) })
    const isManaged = account.kind !== 'manual' && Object.keys(change).some((field) => field !== 'description')
    toast.ok(`${account.name} updated`, { ...(isManaged && { description: 'The change is being applied in Azure.' }) })
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="lg"
      title={`Edit ${account.name}`}
      action="Save changes"
      disabledReason={isUnchanged ? 'There are no changes to save.' : wrongTags}
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label={accountFieldLabels.description}
        optional
        maxLength={1000}
        {...form.text('description', description, setDescription)}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label={accountFieldLabels.costCentre} spellCheck={false} {...form.text('costCentre', costCentre, setCostCentre)} />
        <Select
          label={accountFieldLabels.criticality}
          options={toOptions('criticality')}
          {...form.field('criticality', criticality, setCriticality)}
        />
      </div>
      {account.budget && (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <MoneyField
              label={accountFieldLabels.budget}
              name="budget.amount"
              currency={account.budget.currency}
              {...accountBudget}
              value={amount}
              onChange={setAmount}
              error={amount === null ? 'Enter a monthly budget.' : form.errorOf('budget.amount')}
            />
            <TextField
              label="Budget alert recipients"
              hint="Email addresses, separated by commas"
              spellCheck={false}
              {...form.text('budget.contacts', contacts, setContacts)}
              error={wrongContacts(form.problem, list(contacts)) ?? form.errorOf('budget.contacts')}
            />
          </div>
          <ThresholdsField
            value={thresholds}
            budget={amount}
            currency={account.budget.currency}
            error={form.errorOf('budget.thresholds')}
            onChange={setThresholds}
          />
        </>
      )}
      <TagsField
        value={tags}
        onChange={setTags}
        error={wrongTags ?? form.errorOf('tags')}
        hint={isManual ? undefined : 'Slipway manages the tags for cost centre, environment, criticality and data classification.'}
      />
    </FormDialog>
  )
}

/** Names the wrong entries, because the field has several. */
function wrongContacts(problem: ProblemText | undefined, contacts: string[]): string | undefined {
  const messages = problem?.fields.flatMap(({ name, message }) => {
    const contact = contacts[Number(/^budget\.contacts\.(\d+)$/.exec(name)?.[1])]
    return contact === undefined ? [] : [`“${contact}”: ${message}.`]
  })
  return messages?.length ? messages.join(' ') : undefined
}

interface EditFormValues {
  description: string
  costCentre: string
  criticality: string
  amount: number | null
  contacts: string[]
  thresholds: Thresholds
  tags: TagRow[]
}

/** Only changed fields are sent, so that concurrent changes to other fields are kept. */
function changeOf(account: Account, currentTags: Record<string, string>, formValues: EditFormValues): Change {
  const { budget } = account
  const tags = Object.fromEntries(formValues.tags.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]))
  const nextBudget = budget && {
    ...budget,
    amount: formValues.amount ?? budget.amount,
    contacts: formValues.contacts,
    thresholds: formValues.thresholds,
  }
  const hasChanged = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)
  const sorted = (record: Record<string, string>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...(formValues.description.trim() !== account.description && { description: formValues.description.trim() }),
    ...(formValues.costCentre.trim() !== account.costCentre && { costCentre: formValues.costCentre.trim() }),
    ...(formValues.criticality !== account.criticality && { criticality: formValues.criticality as Criticality }),
    ...(nextBudget && hasChanged(budget, nextBudget) && { budget: nextBudget }),
    ...(hasChanged(sorted(currentTags), sorted(tags)) && { tags }),
  }
}
