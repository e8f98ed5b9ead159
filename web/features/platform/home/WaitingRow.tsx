import type { CallResult } from '../../../api/client.ts'
import { requestStatus } from '../../../shared/requestStatus.ts'
import { subjectOf } from '../../../subjects.ts'
import { Row } from '../../../ui/Row.tsx'
import { Status } from '../../../ui/Status.tsx'

type PendingRequest = CallResult<'listMyRequestsPendingApproval'>[number]

export function waitingSince({ stages, stage, openedAt }: PendingRequest): string {
  return stages.find((each) => each.stage === stage)?.openedAt ?? openedAt
}

export function WaitingRow({ item }: { item: PendingRequest }) {
  const { name, title, reference, href } = subjectOf(item)
  const open = item.stages.find(({ stage }) => stage === item.stage)
  const { tone, icon, sentence } = requestStatus(
    { status: 'pending_approval', waitingFor: open?.name ?? null, runStatus: null, requester: item.requester },
    { since: waitingSince(item) },
  )
  return (
    <Row
      href={href}
      title={name}
      note={
        <>
          <Status tone={tone} icon={icon} wraps>
            {sentence}
          </Status>
          {title && <span className="block">{title}</span>}
        </>
      }
      aside={reference}
    />
  )
}
