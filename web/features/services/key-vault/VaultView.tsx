import { KeyRound, Plus, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { labelFor } from '../../../shared/labels.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { useNow } from '../../../ui/useNow.ts'
import { secretLabels } from './labels.ts'
import { describeExpiry, lockedReason, type Secret, urgencyOf, urgencyTones, type Vault } from './secretLabels.ts'

export function VaultView({
  vault,
  disabledReason,
  onSet,
}: {
  vault: Vault
  disabledReason: string | undefined
  onSet: (name?: string) => void
}) {
  const { name, region, resourceGroup, purgeProtection, keptDays, secrets, more, problem } = vault
  const columns = useMemo(() => columnsFor(disabledReason, onSet), [disabledReason, onSet])
  const facts = [
    region && labelFor('region', region),
    resourceGroup,
    keptDays !== null && `deleted secrets are kept for ${keptDays} days${purgeProtection ? ' (purge protection)' : ''}`,
  ].filter(Boolean)
  return (
    <section aria-label={`Vault ${name}`}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-mono text-sm font-semibold wrap-anywhere">{name}</h3>
          <p className="text-sm text-ink-2">{facts.join(' · ')}</p>
        </div>
        <Button size="sm" icon={Plus} disabledReason={problem ? problem.message : disabledReason} onClick={() => onSet()}>
          {secretLabels.set}
          <span className="sr-only"> in {name}</span>
        </Button>
      </header>
      {problem ? (
        <div className="px-4 pb-4">
          <Banner tone="warn" title={secretLabels.unreadable}>
            {problem.message}
          </Banner>
        </div>
      ) : (
        <div className="px-4 pb-4">
          <DataTable
            label={secretLabels.list(name)}
            columns={columns}
            rows={secrets}
            rowId={(secret) => secret.id}
            empty={
              <EmptyState icon={KeyRound} title="No secrets yet">
                Set the first secret. Slipway sends the value directly to the vault and never shows it.
              </EmptyState>
            }
          />
        </div>
      )}
      {more && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-2">
          Showing the first 500 secrets. See the rest in the Azure portal.
        </p>
      )}
    </section>
  )
}

function columnsFor(disabledReason: string | undefined, onSet: (name: string) => void): Column<Secret>[] {
  return [
    { id: 'name', header: 'Secret', width: 240, rowHeader: true, cell: ({ name }) => <code className="font-mono text-sm">{name}</code> },
    { id: 'expires', header: 'Expires', width: 190, cell: (secret) => <Expiry secret={secret} /> },
    {
      id: 'state',
      header: 'Status',
      width: 120,
      cell: ({ enabled, managed }) =>
        managed ? (
          <Status tone="info">Managed</Status>
        ) : enabled ? (
          <Status tone="ok">Enabled</Status>
        ) : (
          <Status tone="neutral">Disabled</Status>
        ),
    },
    { id: 'changed', header: 'Updated', width: 140, cell: ({ updatedAt }) => (updatedAt ? <RelativeTime at={updatedAt} /> : emptyCell) },
    { id: 'kind', header: 'Content type', width: 170, cell: ({ contentType }) => contentType ?? emptyCell },
    {
      id: 'set',
      header: 'Actions',
      width: 150,
      cell: (secret) => (
        <Button
          size="sm"
          variant="quiet"
          icon={RefreshCw}
          disabledReason={lockedReason(secret) ?? disabledReason}
          onClick={() => onSet(secret.name)}
        >
          {secretLabels.newVersion}
          <span className="sr-only"> of {secret.name}</span>
        </Button>
      ),
    },
  ]
}

function Expiry({ secret }: { secret: Secret }) {
  const now = useNow('halfMinute')
  const urgency = urgencyOf(secret, now)
  if (urgency === 'never') return <span className="text-ink-2">{describeExpiry(secret, now)}</span>
  return <Status tone={urgencyTones[urgency]}>{describeExpiry(secret, now)}</Status>
}
