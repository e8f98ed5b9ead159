import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import type { Rollout } from './types.ts'

export function RolloutFacts({ rollout }: { rollout: Rollout }) {
  return (
    <Panel title="Account settings">
      <KeyValues
        columns={3}
        items={[
          { label: 'Family', value: <Link href={paths.family(rollout.family.id)}>{rollout.family.name}</Link> },
          { label: 'Tower', value: rollout.tower.name },
          { label: 'Owners', value: rollout.owners.map(({ displayName }) => displayName).join(', ') },
          { label: 'Cost centre', value: rollout.costCentre },
          { label: 'Azure region', value: labelFor('region', rollout.azureRegion) },
          { label: 'Monthly budget', value: <Money value={rollout.monthlyBudget} strip /> },
        ]}
      />
    </Panel>
  )
}
