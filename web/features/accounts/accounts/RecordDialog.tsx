import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import type { CallInput, CallResult } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { getAccount, listFamilies } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { accountFieldLabels } from '../../../shared/accountFieldLabels.ts'
import { accountBudget } from '../../../shared/budgetLimits.ts'
import { changedFields } from '../../../shared/changedFields.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { toOptions } from '../../../shared/labels.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { StartFrom } from '../../../shared/StartFrom.tsx'
import { startFromLabels } from '../../../shared/startFromLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { useOnlyChoice } from '../../../shared/useOnlyChoice.ts'
import { focusField } from '../../../ui/focusField.ts'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { accountsLabels, problemLabels, recordLabels } from './labels.ts'

type Account = CallResult<'getAccount'>
type NewRecord = CallInput<'createAccount'>['body']

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function RecordDialog({ account, onOpenChange }: { account?: Account; onOpenChange: (open: boolean) => void }) {
  const create = useCall('createAccount', ['account'])
  const update = useCall('updateAccount', ['account'])
  const families = useQuery(listFamilies()).data ?? []
  const isManual = account === undefined || account.kind === 'manual'
  const [name, setName] = useState(account?.name ?? '')
  const [subscriptionId, setSubscriptionId] = useState(account?.subscriptionId ?? '')
  const [familyId, setFamilyId] = useState<string | null>(account?.family.id ?? null)
  useOnlyChoice(families, familyId, setFamilyId)
  const [environment, setEnvironment] = useState<string | null>(account?.environment ?? null)
  const [region, setRegion] = useState<string | null>(account?.region ?? null)
  const [dataClassification, setDataClassification] = useState<string | null>(account?.dataClassification ?? null)
  const [criticality, setCriticality] = useState<string | null>(null)
  const [costCentre, setCostCentre] = useState('')
  const [amount, setAmount] = useState<number | null>(null)
  const [owners, setOwners] = useState<Person[]>([])
  const client = useQueryClient()
  const fields = useRef<HTMLDivElement>(null)
  const copyFrom = async (id: string) => {
    try {
      const source = await client.fetchQuery(getAccount(id))
      setFamilyId(source.family.id)
      setEnvironment(source.environment)
      setRegion(source.region)
      setDataClassification(source.dataClassification)
      setCriticality(source.criticality)
      setCostCentre(source.costCentre)
      setAmount(source.budget?.amount ?? null)
      setOwners(source.owners.filter((owner) => owner.active))
      toast.ok(startFromLabels.filledIn(source.name), { description: 'Enter the name and the subscription.' })
      focusField('name', fields.current ?? document)
    } catch (error) {
      toast.bad(startFromLabels.notRead, { description: problemOf(error).message })
    }
  }
  const family = families.find(({ id }) => id === familyId)
  const errors: Record<string, string | undefined> = {
    name: name.trim() ? undefined : problemLabels.nameMissing,
    subscriptionId: !subscriptionId.trim() || uuid.test(subscriptionId.trim()) ? undefined : 'Enter the full subscription ID from Azure.',
    familyId: familyId ? undefined : 'Choose a family.',
    environment: environment ? undefined : 'Choose an environment.',
    region: region ? undefined : 'Choose a region.',
    dataClassification: dataClassification ? undefined : 'Choose a data classification.',
    ...(!account && {
      criticality: criticality ? undefined : 'Choose a criticality.',
      costCentre: costCentre.trim() ? undefined : 'Enter a cost centre.',
      'budget.amount': amount ? undefined : 'Enter a monthly budget.',
      ownerIds:
        owners.length >= accountOwnerLimits.min && owners.length <= accountOwnerLimits.max ? undefined : 'Choose two to ten owners.',
    }),
  }

  const form = useForm(account ? update : create, errors, async () => {
    const facts = {
      name: name.trim(),
      familyId: familyId!,
      environment: environment as NewRecord['environment'],
      region: region!,
      dataClassification: dataClassification as NewRecord['dataClassification'],
      subscriptionId: subscriptionId.trim().toLowerCase(),
    }
    const { subscriptionId: subscription, ...otherFacts } = facts
    const towerId = family?.tower.id ?? account?.tower.id ?? ''
    if (account) {
      const previousRecord = { ...account, familyId: account.family.id, subscriptionId: account.subscriptionId ?? '' }
      const { subscriptionId: recorded, ...changes } = changedFields(
        Object.fromEntries(Object.keys(facts).map((field) => [field, previousRecord[field as keyof typeof facts]])) as typeof facts,
        facts,
      )
      const body = { ...changes, ...(changes.familyId && { towerId }), ...(recorded && { subscriptionId: recorded }) }
      if (Object.keys(body).length > 0) await update.mutateAsync({ params: { id: account.id }, body, headers: ifMatch(account.version) })
    } else {
      const hasCustomerData = otherFacts.environment === 'production' || otherFacts.environment === 'preproduction'
      const contacts = owners.flatMap(({ email }) => email ?? [])
      await create.mutateAsync({
        body: {
          ...otherFacts,
          ...(subscription && { subscriptionId: subscription }),
          towerId,
          workload: hasCustomerData ? 'Production' : 'DevTest',
          criticality: criticality as NewRecord['criticality'],
          costCentre: costCentre.trim(),
          budget: { amount: amount ?? 0, currency: 'GBP', contacts, thresholds: [{ percent: 80, basis: 'actual' }] },
          ownerIds: owners.map(({ id }) => id),
        },
      })
    }
    toast.ok(account ? `${facts.name} updated` : `${facts.name} added`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="lg"
      title={account ? `Record of ${account.name}` : accountsLabels.addExisting}
      description={
        account
          ? 'Fields that only administrators can change. Owners can change the other fields.'
          : 'Adds a record of an existing subscription. Nothing is created in Azure.'
      }
      action={account ? 'Save changes' : 'Add account'}
      className="space-y-5"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {!account && <StartFrom hint="Fills in the fields below, except the name and subscription." onChoose={(id) => void copyFrom(id)} />}
      <div ref={fields} className="grid items-start gap-5 sm:grid-cols-2">
        {isManual && (
          <>
            <TextField label={recordLabels.name} maxLength={63} {...form.text('name', name, setName)} />
            <TextField
              label={recordLabels.subscription}
              optional
              spellCheck={false}
              maxLength={36}
              {...form.text('subscriptionId', subscriptionId, setSubscriptionId)}
            />
          </>
        )}
        <Select
          label={accountFieldLabels.family}
          options={families.map(({ id, name: label, tower }) => ({ value: id, label: `${tower.name}: ${label}` }))}
          {...form.field('familyId', familyId, setFamilyId)}
        />
        <Select
          label={accountFieldLabels.dataClassification}
          options={toOptions('dataClassification')}
          {...form.field('dataClassification', dataClassification, setDataClassification)}
        />
        {isManual && (
          <>
            <Select
              label={accountFieldLabels.environment}
              options={toOptions('environment')}
              {...form.field('environment', environment, setEnvironment)}
            />
            <Select label={accountFieldLabels.region} options={toOptions('region')} {...form.field('region', region, setRegion)} />
          </>
        )}
        {!account && (
          <>
            <Select
              label={accountFieldLabels.criticality}
              options={toOptions('criticality')}
              {...form.field('criticality', criticality, setCriticality)}
            />
            <TextField
              label={accountFieldLabels.costCentre}
              spellCheck={false}
              maxLength={32}
              {...form.text('costCentre', costCentre, setCostCentre)}
            />
            <MoneyField
              label={accountFieldLabels.budget}
              currency="GBP"
              {...accountBudget}
              {...form.field('budget.amount', amount, setAmount)}
            />
          </>
        )}
      </div>
      {!account && (
        <PersonPicker
          label={accountFieldLabels.owners}
          hint="At least two people. They also get budget alerts."
          {...form.field('ownerIds', owners, setOwners)}
        />
      )}
    </FormDialog>
  )
}
