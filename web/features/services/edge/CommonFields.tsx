import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import type { ProblemText } from '../../../api/problem.ts'
import { listFamilies } from '../../../api/queries.ts'
import { rolloutBudget } from '../../../shared/budgetLimits.ts'
import { fieldError } from '../../../shared/fieldError.ts'
import { labelFor, toOptions } from '../../../shared/labels.ts'
import { PersonPicker } from '../../../shared/PersonPicker.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Combobox } from '../../../ui/Combobox.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Money } from '../../../ui/Money.tsx'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { RolloutDraft } from './rolloutDraft.ts'
import type { Plan } from './types.ts'

interface CommonFieldsProps {
  draft: RolloutDraft
  settings: Plan['settings'] | undefined
  problem: ProblemText | undefined
  onChange: (part: Partial<RolloutDraft>) => void
}

const fields = ['familyId', 'ownerIds', 'costCentre', 'region', 'monthlyBudget']

/** All accounts of the rollout have these settings. The server supplies the defaults. */
export function CommonFields({ draft, settings, problem, onChange }: CommonFieldsProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  // A field with an error of the server must be visible.
  const open = isExpanded || fields.some((field) => fieldError(problem, field) !== undefined)
  const families = useQuery({ ...listFamilies(), enabled: open }).data
  const choices = useMemo(() => families?.map(({ id, name }) => ({ value: id, label: name })) ?? [], [families])
  const family = draft.familyId ?? settings?.family.id
  if (!open && !settings) return null
  return (
    <Panel
      title="Account settings"
      description={open ? undefined : 'Default settings of edge accounts'}
      actions={
        !open && (
          <Button size="sm" onClick={() => setIsExpanded(true)}>
            Edit
          </Button>
        )
      }
    >
      {open ? (
        <div className="space-y-4">
          <Combobox
            label="Family"
            name="familyId"
            options={choices}
            value={
              family && settings ? { value: family, label: families?.find(({ id }) => id === family)?.name ?? settings.family.name } : null
            }
            onChange={(option) => onChange({ familyId: option?.value })}
            error={fieldError(problem, 'familyId')}
          />
          <PersonPicker
            label="Owners"
            name="ownerIds"
            optional
            hint={
              settings && draft.owners.length === 0
                ? `Default: ${settings.owners.map(({ displayName }) => displayName).join(', ')}.`
                : `${accountOwnerLimits.min} to ${accountOwnerLimits.max} people.`
            }
            value={draft.owners}
            onChange={(owners) => onChange({ owners })}
            error={fieldError(problem, 'ownerIds')}
          />
          <TextField
            label="Cost centre"
            name="costCentre"
            optional
            maxLength={32}
            placeholder={settings?.costCentre}
            value={draft.costCentre}
            onChange={(event) => onChange({ costCentre: event.target.value })}
            error={fieldError(problem, 'costCentre')}
          />
          <Select
            label="Azure region"
            name="region"
            value={draft.region ?? settings?.region ?? null}
            onChange={(region) => onChange({ region })}
            options={toOptions('region').filter(({ value }) => value !== 'global')}
            error={fieldError(problem, 'region')}
          />
          <MoneyField
            label="Monthly budget"
            name="monthlyBudget"
            currency="GBP"
            {...rolloutBudget}
            value={draft.monthlyBudget}
            defaultValue={settings?.monthlyBudget}
            onChange={(monthlyBudget) => onChange({ monthlyBudget })}
            error={fieldError(problem, 'monthlyBudget')}
          />
        </div>
      ) : (
        settings && (
          <KeyValues
            items={[
              { label: 'Family', value: settings.family.name },
              { label: 'Tower', value: settings.tower.name },
              { label: 'Owners', wide: true, value: settings.owners.map(({ displayName }) => displayName).join(', ') },
              { label: 'Cost centre', value: settings.costCentre },
              { label: 'Azure region', value: labelFor('region', settings.region) },
              { label: 'Monthly budget', value: <Money value={{ amount: settings.monthlyBudget, currency: 'GBP' }} strip /> },
            ]}
          />
        )
      )}
    </Panel>
  )
}
