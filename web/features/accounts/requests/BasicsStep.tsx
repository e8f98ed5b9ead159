import type { ReactNode } from 'react'
import { draftFields } from '../../../shared/draftFields.ts'
import { useOnlyChoice } from '../../../shared/useOnlyChoice.ts'
import { RadioCards } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { environments } from './choices.ts'
import { wizardLabels } from './labels.ts'
import type { StepProps } from './stepProps.ts'

interface Tower {
  id: string
  name: string
  costCentre: string
  leads: { displayName: string }[]
}
interface Family {
  id: string
  name: string
  tower: { id: string }
  owners: { displayName: string }[]
}

interface BasicsStepProps extends StepProps {
  towers: readonly Tower[]
  families: readonly Family[]
  start?: ReactNode
}

export function BasicsStep({ draft, change, errorOf, stateOf, towers, families, start }: BasicsStepProps) {
  const { field, text } = draftFields({ draft, change, errorOf })
  const chooseTower = (towerId: string) => {
    const tower = towers.find((item) => item.id === towerId)
    const old = towers.find((item) => item.id === draft.towerId)
    const isUnchanged = draft.costCentre === '' || draft.costCentre === old?.costCentre
    change({
      towerId,
      ...(families.find((family) => family.id === draft.familyId)?.tower.id !== towerId && { familyId: null }),
      ...(isUnchanged && tower?.costCentre && { costCentre: tower.costCentre }),
    })
  }
  const towerFamilies = families.filter((family) => family.tower.id === draft.towerId)
  useOnlyChoice(towers, draft.towerId, chooseTower)
  useOnlyChoice(towerFamilies, draft.familyId, (familyId) => change({ familyId }))
  return (
    <>
      {start}
      <TextField
        label={wizardLabels.name}
        hint="The subscription name in Azure. Describe the workload, such as gift-cards-api-test."
        spellCheck={false}
        state={stateOf('name')}
        {...text('name')}
      />
      <TextArea
        label={wizardLabels.purpose}
        hint="Approvers see this first. Describe the workload, its users and how long you need it."
        maxLength={1000}
        {...text('purpose')}
      />
      <TextField label="Description" optional hint="One line, visible to everyone on the account page." {...text('description')} />
      <RadioCards label="Environment" options={environments} {...field('environment')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={wizardLabels.tower}
          name="towerId"
          value={draft.towerId}
          error={errorOf('towerId')}
          options={towers.map((tower) => ({ value: tower.id, label: tower.name, hint: labelWithLeads('Led by', tower.leads) }))}
          onChange={chooseTower}
        />
        <Select
          label={wizardLabels.family}
          disabled={!draft.towerId}
          placeholder={draft.towerId ? 'Choose' : 'Choose the tower first'}
          state={stateOf('familyId')}
          options={towerFamilies.map((family) => ({
            value: family.id,
            label: family.name,
            hint: labelWithLeads('Owned by', family.owners),
          }))}
          {...field('familyId')}
        />
      </div>
    </>
  )
}

function labelWithLeads(term: string, people: { displayName: string }[]): string | undefined {
  if (people.length === 0) return undefined
  const remainingCount = people.length - 1
  return `${term} ${people[0]!.displayName}${remainingCount > 0 ? ` and ${remainingCount} more` : ''}`
}
