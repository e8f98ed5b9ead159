import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { changedFields } from '../../../shared/changedFields.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { teamLabels } from './labels.ts'
import { TeamDialog } from './TeamDialog.tsx'

export function TowerDialog({ tower, onOpenChange }: { tower: CallResult<'getTower'> | undefined; onOpenChange: (open: boolean) => void }) {
  const create = useCall('createTower', ['tower'])
  const update = useCall('updateTower', ['tower', 'family', 'account'])
  const [code, setCode] = useState(tower?.code ?? '')
  const [costCentre, setCostCentre] = useState(tower?.costCentre ?? '')
  return (
    <TeamDialog
      what="tower"
      team={tower && { ...tower, people: tower.leads }}
      people={{ label: teamLabels.leads, name: 'leadIds', hint: 'Leads approve new accounts of the tower.' }}
      wrong={{ code: /^[A-Z]{2,8}$/.test(code) ? undefined : '2 to 8 capital letters, such as COMM.' }}
      call={tower ? update : create}
      save={async (team, leadIds) => {
        const body = { ...team, code, costCentre: costCentre.trim(), leadIds }
        if (!tower) return create.mutateAsync({ body })
        const { name, description, leads } = tower
        const before = { name, description, code: tower.code, costCentre: tower.costCentre, leadIds: leads.map(({ id }) => id) }
        const changes = changedFields<typeof body>(before, body)
        if (Object.keys(changes).length > 0)
          await update.mutateAsync({ params: { id: tower.id }, body: changes, headers: ifMatch(tower.version) })
      }}
      columns="sm:grid-cols-[minmax(0,1fr)_10rem]"
      initialFields={(errorOf) => (
        <TextField
          label={teamLabels.code}
          name="code"
          maxLength={8}
          mono
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value.toUpperCase())}
          error={errorOf('code')}
        />
      )}
      after={(errorOf) => (
        <TextField
          label={teamLabels.costCentre}
          name="costCentre"
          optional
          spellCheck={false}
          className="sm:w-60"
          value={costCentre}
          onChange={(event) => setCostCentre(event.target.value)}
          error={errorOf('costCentre')}
        />
      )}
      onOpenChange={onOpenChange}
    />
  )
}
