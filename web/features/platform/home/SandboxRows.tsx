import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Snowflake, Timer, Undo2, Wallet } from 'lucide-react'
import { listMyPendingSandboxRequests, listMySandboxes } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { Icon } from '../../../ui/icon.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { TimeUntil } from '../../../ui/Time.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { describeForecast, sandboxDisplay, sandboxSentence } from '../../sandboxes/sandboxes/labels.ts'
import { byUrgency, nextStepOf } from '../../sandboxes/sandboxes/nextStep.ts'
import { SandboxStatus } from '../../sandboxes/sandboxes/SandboxStatus.tsx'
import type { SandboxRequestSummary, SandboxSummary } from '../../sandboxes/sandboxes/types.ts'
import { homeLabels, homeSubjects } from './homeLabels.ts'
import { ReturnedRow } from './ReturnedRow.tsx'

const max = 6
const icons: Record<string, Icon> = { frozen: Snowflake, expiring: Timer, deleting: Undo2 }

interface SandboxesNeedingAttention {
  sandboxes: SandboxSummary[]
  requests: SandboxRequestSummary[]
}

/** Finds the reader’s sandboxes that need an action, and the reader's requests with requested changes. */
export function useSandboxesNeedingAttention(): { found: SandboxesNeedingAttention; queries: UseQueryResult[] } {
  const queries = [useQuery(listMySandboxes()), useQuery(listMyPendingSandboxRequests())] as const
  const sandboxes = queries[0].data?.filter(({ needsAction }) => needsAction) ?? []
  const requests = queries[1].data?.filter(({ status }) => status === 'changes_requested') ?? []
  return { found: { sandboxes: sandboxes.toSorted(byUrgency).slice(0, max), requests }, queries: [...queries] }
}

export function SandboxAttentionRows({ sandboxes, requests }: SandboxesNeedingAttention) {
  const now = useNow('halfMinute')
  return (
    <>
      {requests.map((request) => (
        <ReturnedRow key={request.id} href={paths.sandboxRequest(request.id)} title={`Edit ${request.name}`} request={request} />
      ))}
      {sandboxes.map((sandbox) => (
        <Row
          key={sandbox.id}
          href={paths.sandbox(sandbox.id)}
          icon={icons[sandbox.status] ?? Wallet}
          tone="warn"
          title={sandbox.name}
          note={[
            sandboxDisplay(sandbox.status).label,
            sandboxSentence(sandbox),
            describeForecast(sandbox.budget, now),
            nextStepOf(sandbox)?.text,
          ]
            .filter(Boolean)
            .join(' · ')}
          aside={(sandbox.status === 'expiring' || sandbox.status === 'deleting') && <SandboxEnd sandbox={sandbox} />}
        />
      ))}
    </>
  )
}

function SandboxEnd({ sandbox: { status, lease, deleteAt } }: { sandbox: SandboxSummary }) {
  if (status === 'deleting')
    return deleteAt ? (
      <>
        {homeLabels.removal} <TimeUntil at={deleteAt} />
      </>
    ) : (
      homeLabels.removing
    )
  return (
    lease.end && (
      <>
        ends <TimeUntil at={lease.end} />
      </>
    )
  )
}

export function MySandboxes() {
  const { data, error, refetch } = useQuery(listMySandboxes())
  const now = useNow('halfMinute')
  if (error && !data)
    return (
      <Panel title="My sandboxes">
        <LoadError subject={homeSubjects.sandboxes} error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  const sandboxes = data?.filter(({ status }) => status !== 'deleted') ?? []
  if (sandboxes.length === 0) return null
  return (
    <Panel
      flush
      title={
        <span className="flex items-center gap-2">
          My sandboxes <Badge>{sandboxes.length}</Badge>
        </span>
      }
      actions={
        <Button size="sm" variant="quiet" href={paths.mySandboxes()}>
          View all<span className="sr-only"> my sandboxes</span>
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {sandboxes
          .toSorted(byUrgency)
          .slice(0, max)
          .map((sandbox) => (
            <Row
              key={sandbox.id}
              href={paths.sandbox(sandbox.id)}
              title={sandbox.name}
              note={
                <span className="flex flex-wrap gap-x-3">
                  <SandboxStatus status={sandbox.status} />
                  <span>{sandbox.template.name}</span>
                </span>
              }
              aside={
                sandbox.lease.end ? (
                  <>
                    {sandbox.budget.percent}% spent, <SandboxEnd sandbox={sandbox} />
                    <span className="block">{describeForecast(sandbox.budget, now)}</span>
                  </>
                ) : undefined
              }
            />
          ))}
      </ul>
    </Panel>
  )
}
