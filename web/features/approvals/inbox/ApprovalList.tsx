import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { SubjectMoney } from '../../../shared/SubjectMoney.tsx'
import { describeSince } from '../../../shared/waits.ts'
import { subjectOf } from '../../../subjects.ts'
import { cx } from '../../../ui/cx.ts'
import { BareLink } from '../../../ui/Link.tsx'
import { Avatar } from '../../../ui/Person.tsx'
import { TimeUntil } from '../../../ui/Time.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { inboxLabels } from './labels.ts'
import { RiskLabel } from './RiskLabel.tsx'

interface ApprovalListProps {
  items: readonly ApprovalItem[]
  current: string | undefined
  selected: ReadonlySet<string>
  isLocked: boolean
  hrefOf: (id: string) => string
  onSelect: (id: string, isOn: boolean) => void
  me: string | undefined
}

export function ApprovalList({ items, current, selected, isLocked, hrefOf, onSelect, me }: ApprovalListProps) {
  const now = useNow('halfMinute')
  return (
    <ul aria-label="Approvals" className="divide-y divide-line">
      {items.map((item) => {
        const open = item.id === current
        const stage = item.stages.find((entry) => entry.stage === item.stage)
        const isDecidable = item.can.decide === true
        const subject = subjectOf(item)
        const { name, title, detail, money, status, deadline } = subject
        const seat = stage?.approvers.find((person) => person.id === me)
        return (
          <li key={item.id} className={cx('relative flex gap-3 px-3 py-2.5', open ? 'bg-selected' : 'hover:bg-hover')}>
            {open && <span aria-hidden className="slip absolute inset-y-0 left-0 w-[3px]" />}
            <input
              type="checkbox"
              className="tick relative z-1 mt-0.5"
              aria-label={inboxLabels.select(name)}
              checked={selected.has(item.id)}
              disabled={!isDecidable || isLocked}
              onChange={(event) => onSelect(item.id, event.target.checked)}
            />
            <div className="min-w-0 flex-1">
              <div className="flex items-baseline justify-between gap-2">
                <BareLink
                  id={approvalLinkId(item.id)}
                  data-list-link
                  href={hrefOf(item.id)}
                  aria-current={open ? 'true' : undefined}
                  // The ring is around the row, because a ring around the name would cover the picture below it.
                  className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0 after:content-[''] focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                >
                  {name}
                </BareLink>
                {money && (
                  <span className="shrink-0 text-sm text-ink-2">
                    <SubjectMoney subject={subject} />
                  </span>
                )}
              </div>
              <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-sm text-ink-2">
                <Avatar name={item.requester.displayName} size="sm" />
                <span className="truncate">
                  {item.requester.displayName} · {title ?? detail}
                </span>
              </p>
              <div className="mt-0.5 flex items-end justify-between gap-2 text-xs text-ink-2">
                <p className="min-w-0">
                  {item.status === 'pending' && isDecidable && stage ? (
                    <>
                      Waiting {describeSince(stage.openedAt ?? item.openedAt, now)} · {stage.name}
                      {item.stages.length > 1 && ` (stage ${item.stage} of ${item.stages.length})`}
                      {deadline && (
                        <span className="block font-medium text-warn">
                          {deadline.label} <TimeUntil at={deadline.at} />
                        </span>
                      )}
                      {seat?.onBehalfOf && <span className="block">For {seat.onBehalfOf.displayName}, who is away</span>}
                    </>
                  ) : (
                    status
                  )}
                </p>
                <RiskLabel risk={item.risk} />
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

export function approvalLinkId(id: string): string {
  return `approval-${id}`
}
