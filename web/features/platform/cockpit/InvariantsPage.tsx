import { useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listInvariants } from '../../../api/cockpitQueries.ts'
import { pollEvery } from '../../../api/denials.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { CockpitFrame } from './CockpitFrame.tsx'
import { invariantLabels } from './labels.ts'
import { PeopleWithoutEmployeeNumber } from './PeopleWithoutEmployeeNumber.tsx'
import type { Invariant } from './types.ts'

const states: Record<Invariant['state'], { tone: Tone; label: string }> = {
  holds: { tone: 'ok', label: invariantLabels.holds },
  violated: { tone: 'bad', label: 'Violated' },
  unknown: { tone: 'neutral', label: invariantLabels.notChecked },
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
  {
    id: 'violations',
    header: 'Violations',
    width: 110,
    align: 'end',
    cell: ({ state, violations }) => (state === 'unknown' ? emptyCell : violations),
  },
  {
    id: 'since',
    header: 'Violated since',
    width: 150,
    cell: ({ violatedSince }) => (violatedSince ? <RelativeTime at={violatedSince} /> : emptyCell),
  },
]

function Rule({ name, rule, rows, problem }: Invariant) {
  return (
    <div className="min-w-0 py-1.5 text-left font-normal whitespace-normal">
      <span className="font-medium">{rule}</span>
      <code className="block font-mono text-xs wrap-anywhere text-ink-2">{name}</code>
      {problem && <span className="block text-sm text-ink-2">Check failed: {problem}</span>}
      {rows && rows.length > 0 && (
        <ul className="mt-1.5 space-y-1 text-sm">
          {rows.map(({ id, detail }, index) => (
            // One row can violate a rule twice, so its ID alone is not unique.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={index} className="wrap-anywhere">
              {detail}{' '}
              {name.startsWith('approval-') ? (
                <Link href={paths.approvals(id)}>Open approval</Link>
              ) : (
                <code className="font-mono text-xs text-ink-2">{id}</code>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** After this time without a result, the check can be started again. */
const maxWaitMs = 60_000

export function InvariantsPage() {
  /** The time of the check before the requested one; null if there was none, undefined if none was requested. */
  const [before, setBefore] = useState<string | null>()
  const isChecking = before !== undefined
  const invariants = useQuery({ ...listInvariants(), ...(isChecking && { refetchInterval: pollEvery(1_000) }) })
  const recheck = useCall('recheckInvariants', [])
  const checkedAt = invariants.data?.checkedAt
  useEffect(() => {
    if (!isChecking) return
    if (checkedAt !== before) return setBefore(undefined)
    const timer = setTimeout(() => setBefore(undefined), maxWaitMs)
    return () => clearTimeout(timer)
  }, [isChecking, checkedAt, before])
  const check = async () => {
    try {
      await recheck.mutateAsync({})
      setBefore(checkedAt ?? null)
    } catch (error) {
      toast.bad('Couldn’t start the check', { description: problemOf(error).message })
    }
  }
  return (
    <CockpitFrame
      tab="invariants"
      title="Data invariants"
      description={
        <>
          Rules for the data in Slipway’s database, checked every hour. Last check:{' '}
          {checkedAt ? <RelativeTime at={checkedAt} /> : 'not yet'}
        </>
      }
      subject="the data invariants"
      query={invariants}
      actions={
        isAllowed(invariants.data, 'act') && (
          <Button icon={Activity} loading={recheck.isPending || isChecking} onClick={() => void check()}>
            {invariantLabels.check}
          </Button>
        )
      }
    >
      {(data) => (
        <div className="space-y-5">
          <PeopleWithoutEmployeeNumber />
          <DataTable
            label="Data invariants"
            columns={columns}
            rows={data.invariants}
            rowId={({ name }) => name}
            rowLabel={({ rule }) => rule}
          />
        </div>
      )}
    </CockpitFrame>
  )
}
