import { useState } from 'react'
import type { CallInput, CallResult } from '../../../api/client.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { choicesOf } from '../../../shared/labels.ts'
import { type TagRow, TagsField } from '../../../shared/TagsField.tsx'
import { type Thresholds, ThresholdsField } from '../../../shared/ThresholdsField.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { tagsProblem } from '../insights/tagsRules.ts'
import { chosenTags, isKeptTag } from './keptTags.ts'
import { accountFieldLabels } from './labels.ts'

type Account = CallResult<'getAccount'>
type Change = NonNullable<CallInput<'updateMyAccount'>['body']>
type Criticality = Account['criticality']

const list = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Edits the fields that owners can change without an approval; others go through a request. */
export function EditAccountDialog({ account: now, onOpenChange }: { account: Account; onOpenChange: (open: boolean) => void }) {
  // The form keeps the account as it was at opening, so that live updates don’t change the base of the edits.
  const [account] = useState(now)
  const save = useCall('updateMyAccount', ['account'])
  const [description, setDescription] = useState(account.description)
  const [costCentre, setCostCentre] = useState(account.costCentre)
  const [criticality, setCriticality] = useState<string>(account.criticality)
  const [amount, setAmount] = useState<number | null>(account.budget?.amount ?? null)
  const [contacts, setContacts] = useState(account.budget?.contacts.join(', ') ?? '')
  const [thresholds, setThresholds] = useState((account.budget?.thresholds ?? []) as Thresholds)
  const byHand = account.kind === 'manual'
  const held = byHand ? (account.tags ?? {}) : chosenTags(account.tags)
  const [tags, setTags] = useState<TagRow[]>(() => Object.entries(held).map(([name, value]) => ({ name, value })))
  const kept = byHand ? undefined : tags.find(({ name }) => isKeptTag(name))
  const wrongTags = kept
    ? `Slipway manages the tag “${kept.name.trim()}”.`
    : tagsProblem(byHand ? tags.filter(({ name }) => !isKeptTag(name)) : tags, [])
  const change = changeOf(account, held, { description, costCentre, criticality, amount, contacts: list(contacts), thresholds, tags })
  const same = Object.keys(change).length === 0

  const form = useForm(save, { tags: wrongTags }, async () => {
    if (same) return
    await save.mutateAsync({ params: { id: account.id }, body: change, headers: ifMatch(account.version) })
    const follows = account.kind !== 'manual' && Object.keys(change).some((field) => field !== 'description')
    toast.ok(`${account.name} updated`, { ...(follows && { description: 'The change is being applied in Azure.' }) })
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="lg"
      title={`Edit ${account.name}`}
      action="Save changes"
      disabledReason={same ? 'You haven’t made any changes' : wrongTags}
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
          options={choicesOf('criticality')}
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
              value={amount}
              onChange={setAmount}
              error={amount === null ? 'Enter a monthly budget.' : form.errorOf('budget.amount')}
            />
            <TextField
              label="Budget alert recipients"
              hint="Email addresses, separated by commas"
              spellCheck={false}
              {...form.text('budget.contacts', contacts, setContacts)}
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
        hint={byHand ? undefined : 'Slipway manages the tags for cost centre, environment, criticality and data classification.'}
      />
    </FormDialog>
  )
}

interface Filled {
  description: string
  costCentre: string
  criticality: string
  amount: number | null
  contacts: string[]
  thresholds: Thresholds
  tags: TagRow[]
}

/** Only changed fields are sent, so that concurrent changes to other fields are kept. */
function changeOf(account: Account, held: Record<string, string>, filled: Filled): Change {
  const { budget } = account
  const tags = Object.fromEntries(filled.tags.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]))
  const nextBudget = budget && {
    ...budget,
    amount: filled.amount ?? budget.amount,
    contacts: filled.contacts,
    thresholds: filled.thresholds,
  }
  const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)
  const sorted = (record: Record<string, string>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...(filled.description.trim() !== account.description && { description: filled.description.trim() }),
    ...(filled.costCentre.trim() !== account.costCentre && { costCentre: filled.costCentre.trim() }),
    ...(filled.criticality !== account.criticality && { criticality: filled.criticality as Criticality }),
    ...(nextBudget && differs(budget, nextBudget) && { budget: nextBudget }),
    ...(differs(sorted(held), sorted(tags)) && { tags }),
  }
}
