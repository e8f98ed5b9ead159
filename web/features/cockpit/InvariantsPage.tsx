import { useQuery } from '@tanstack/react-query'
import { listInvariants } from '../../api/cockpitQueries.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import type { Column } from '../../ui/tableTypes.ts'
import { CockpitFrame } from './CockpitFrame.tsx'
import type { Invariant } from './types.ts'

const states: Record<Invariant['state'], { tone: Tone; label: string }> = {
  holds: { tone: 'ok', label: 'OK' },
  violated: { tone: 'bad', label: 'Violated' },
  unknown: { tone: 'neutral', label: 'Not checked' },
}

const columns: Column<Invariant>[] = [
  {
    id: 'rule',
    header: 'Rule',
    width: 620,
    rowHeader: true,
    cell: (invariant) => <Rule {...invariant} />,
  },
  {
    id: 'state',
    header: 'Status',
    width: 150,
    cell: ({ state }) => <Status tone={states[state].tone}>{states[state].label}</Status>,
  },
  { id: 'violations', header: 'Violations', width: 110, align: 'end', cell: ({ violations }) => violations },
  {
    id: 'since',
    header: 'Violated since',
    width: 150,
    cell: ({ violatedSince }) => (violatedSince ? <RelativeTime at={violatedSince} /> : <span className="text-ink-3">–</span>),
  },
]

/** The sentence, the name to look it up by, and what violates it. */
function Rule({ name, sentence, rows, problem }: Invariant) {
  return (
    <div className="min-w-0 py-1.5 text-left font-normal whitespace-normal">
      <span className="font-medium">{sentence}</span>
      <code className="block font-mono text-xs wrap-anywhere text-ink-2">{name}</code>
      {problem && <span className="block text-sm text-ink-2">The check failed: {problem}</span>}
      {rows && rows.length > 0 && (
        <ul className="mt-1.5 space-y-1 text-sm">
          {rows.map(({ id, detail }, index) => (
            // One row can violate a rule twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={index} className="wrap-anywhere">
              {detail} <code className="font-mono text-xs text-ink-2">{id}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Rules that the data must always follow, and what violates them. */
export function InvariantsPage() {
  const invariants = useQuery(listInvariants())
  const checkedAt = invariants.data?.checkedAt
  return (
    <CockpitFrame
      tab="invariants"
      title="Data invariants"
      description={
        <>
          Rules that the data must always follow, checked every hour. Last check: {checkedAt ? <RelativeTime at={checkedAt} /> : 'not yet'}
        </>
      }
      what="The data invariants"
      query={invariants}
    >
      {(data) => (
        <DataTable
          label="Data invariants"
          columns={columns}
          rows={data.invariants}
          rowId={({ name }) => name}
          rowLabel={({ sentence }) => sentence}
        />
      )}
    </CockpitFrame>
  )
}
