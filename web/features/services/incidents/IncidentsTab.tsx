import { reasonOf } from '../../../shared/reasonOf.ts'
import { AlertKeysPanel } from './AlertKeysPanel.tsx'
import { AlertsPanel } from './AlertsPanel.tsx'
import { IncidentsPanel } from './IncidentsPanel.tsx'
import type { Account } from './types.ts'

export function IncidentsTab({ account }: { account: Account }) {
  const hiddenReason = reasonOf(account, 'seeAll')
  return (
    <div className="space-y-4">
      <IncidentsPanel account={account} />
      {hiddenReason === undefined && (
        <>
          <AlertsPanel account={account} />
          <AlertKeysPanel account={account} />
        </>
      )}
    </div>
  )
}
