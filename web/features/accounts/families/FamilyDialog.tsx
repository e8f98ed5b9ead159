import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { changedFields } from '../../../shared/changedFields.ts'
import { useOnlyChoice } from '../../../shared/useOnlyChoice.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TeamDialog } from '../towers/TeamDialog.tsx'

interface FamilyDialogProps {
  family: CallResult<'getFamily'> | undefined
  towers: readonly { id: string; name: string }[]
  startTower: string | undefined
  onOpenChange: (open: boolean) => void
}

export function FamilyDialog({ family, towers, startTower, onOpenChange }: FamilyDialogProps) {
  const create = useCall('createFamily', ['family', 'tower'])
  const update = useCall('updateFamily', ['family', 'tower', 'account'])
  const [towerId, setTowerId] = useState(family?.tower.id ?? startTower ?? null)
  useOnlyChoice(towers, towerId, setTowerId)
  return (
    <TeamDialog
      what="family"
      team={family && { ...family, people: family.owners }}
      people={{ label: 'Owners', name: 'ownerIds', hint: 'Family owners are the first approvers of new accounts.' }}
      wrong={{ towerId: towerId ? undefined : 'Choose a tower.' }}
      call={family ? update : create}
      save={async (team, ownerIds) => {
        const body = { ...team, towerId: towerId!, ownerIds }
        if (!family) return create.mutateAsync({ body })
        const { name, description, tower, owners } = family
        const changes = changedFields({ name, description, towerId: tower.id, ownerIds: owners.map(({ id }) => id) }, body)
        if (Object.keys(changes).length > 0)
          await update.mutateAsync({ params: { id: family.id }, body: changes, headers: ifMatch(family.version) })
      }}
      columns="sm:grid-cols-2"
      initialFields={(errorOf) => (
        <Select
          label="Tower"
          name="towerId"
          value={towerId}
          onChange={setTowerId}
          options={towers.map((tower) => ({ value: tower.id, label: tower.name }))}
          error={errorOf('towerId')}
        />
      )}
      note={
        family &&
        towerId !== family.tower.id &&
        family.counts.accounts > 0 && (
          <Banner tone="warn" title={`${count(family.counts.accounts, 'account')} will move to the new tower`}>
            The leads of the new tower will approve new accounts.
          </Banner>
        )
      }
      onOpenChange={onOpenChange}
    />
  )
}
