import type { CallResult } from '../../../api/client.ts'
import { requestStatus } from '../../../shared/requestStatus.ts'
import { subjectOf } from '../../../subjects.ts'
import { Row } from '../../../ui/Row.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'

type PendingRequest = CallResult<'listMyRequestsPendingApproval'>[number]

export function WaitingRow({ item }: { item: PendingRequest }) {
  const { name, title, reference, href } = subjectOf(item)
  const open = item.stages.find(({ stage }) => stage === item.stage)
  const { tone, icon, sentence } = requestStatus(
    { status: 'pending_approval', waitingFor: open?.name ?? null, runStatus: null, requester: item.requester },
    { since: open?.openedAt ?? item.openedAt },
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
      aside={
        <>
          {reference && <span className="block">{reference}</span>}
          <RelativeTime at={item.openedAt} />
        </>
      }
    />
  )
}
