import { paths } from '../../../paths.ts'
import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { count } from '../../../shared/waits.ts'
import { Meter } from '../../../ui/Charts.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Status } from '../../../ui/Status.tsx'
import { TimeUntil } from '../../../ui/Time.tsx'
import { inboxLabels } from './labels.ts'

type Evidence = NonNullable<ApprovalWithEvidence['evidence']['sandbox']>

export function SandboxMoney({ evidence, more }: { evidence: Evidence; more: boolean }) {
  const { limit, expected, typicalCost, room } = evidence
  const money = (amount: number) => formatMoney({ amount, currency: limit.currency })
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <div>
        <p>
          <span className="text-lg font-semibold">
            <Money value={limit} />
          </span>{' '}
          <span className="text-ink-2">{more ? 'additional budget' : 'budget for the whole lease'}</span>
        </p>
        {!more && (
          <p className="text-sm text-ink-2">
            {room.free > 0 && room.queued === 0
              ? `Capacity: ${room.free} of ${room.total} free.`
              : room.free > 0
                ? `${count(room.queued, 'sandbox', 'sandboxes')} already queued. This sandbox would be queued too.`
                : `No capacity: all ${room.total} in use. The sandbox would be queued.`}
          </p>
        )}
      </div>
      {expected && (
        <Meter
          label={inboxLabels.expectedSpend}
          value={expected.amount}
          max={expected.freezeAmount ?? expected.limit}
          text={describeExpected(expected, money)}
        />
      )}
      {typicalCost && (
        <div>
          <Meter
            label="Typical use"
            value={typicalCost.amount}
            max={Math.max(1, limit.amount)}
            text={`${money(typicalCost.amount)} of ${money(limit.amount)}`}
          />
          {typicalCost.unpriced.length > 0 && <p className="mt-1 text-sm text-ink-2">Excludes {typicalCost.unpriced.join(', ')}.</p>}
        </div>
      )}
    </div>
  )
}

type Expected = NonNullable<Evidence['expected']>

function describeExpected({ amount, limit, freezeAmount }: Expected, money: (amount: number) => string): string {
  if (freezeAmount !== undefined && (freezeAmount !== limit || amount > limit))
    return `${money(amount)}; the sandbox freezes at ${money(freezeAmount)}`
  return amount > limit ? `${money(amount)}, more than the limit of ${money(limit)}` : `${money(amount)} of ${money(limit)}`
}

export function SandboxRecord({ evidence, first }: { evidence: Evidence; first: string }) {
  const { live, earlier } = evidence
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <div>
        <p className="mb-1 text-sm text-ink-2">
          {live.length === 0 ? `${first} has no sandboxes.` : `${first} has ${count(live.length, 'sandbox', 'sandboxes')}`}
        </p>
        <ul className="space-y-1">
          {live.map((sandbox) => (
            <li key={sandbox.id} className="flex flex-wrap justify-between gap-x-3">
              <Link variant="name" href={paths.sandbox(sandbox.id)}>
                {sandbox.name}
              </Link>
              <span className="text-sm text-ink-2 tabular-nums">
                {sandbox.percent}% spent
                {sandbox.endsAt && (
                  <>
                    , ends <TimeUntil at={sandbox.endsAt} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <p className="mb-1 text-sm text-ink-2">{earlier.length === 0 ? 'No earlier sandboxes.' : 'Earlier sandboxes'}</p>
        <ul className="space-y-1">
          {earlier.map((sandbox) => (
            <li key={sandbox.id} className="flex flex-wrap justify-between gap-x-3">
              <span>{sandbox.name}</span>
              <span className="text-sm">
                {sandbox.overran ? (
                  <Status tone="warn">Used up its budget</Status>
                ) : (
                  <Status tone="ok">
                    {sandbox.endedEarly ? 'Ended early' : 'Ended on time'}, {sandbox.percent}% spent
                  </Status>
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
