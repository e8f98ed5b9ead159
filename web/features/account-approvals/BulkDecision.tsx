import { useState } from 'react'
import { subjectOf } from '../../shared/approvalSubject.ts'
import type { ApprovalItem } from '../../shared/requestTypes.ts'
import { count } from '../../shared/waits.ts'
import { wordFor } from '../../shared/words.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoney } from '../../ui/format.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { DecisionBox } from './DecisionBox.tsx'
import type { Decision } from './outcome.ts'

/** How one of several votes ended. */
export interface VoteResult {
  tone: Tone
  text: string
}

export interface BulkDecisionProps {
  items: readonly ApprovalItem[]
  mode: Decision | undefined
  onMode: (mode: Decision | undefined) => void
  /** Casts one vote; says how it ended and never throws. */
  onVote: (item: ApprovalItem, decision: Decision, comment: string) => Promise<VoteResult>
  /** Clears the selection. */
  onDone: () => void
}

/** Several approvals decided together, one vote each, with the result beside each. */
export function BulkDecision({ items, mode, onMode, onVote, onDone }: BulkDecisionProps) {
  const [results, setResults] = useState<ReadonlyMap<string, VoteResult>>(new Map())
  const finished = results.size > 0 && items.every((item) => results.get(item.id) && results.get(item.id)?.tone !== 'busy')
  const decide = async (decision: Decision, comment: string) => {
    const at = new Map<string, VoteResult>()
    const tell = (id: string, result: VoteResult) => {
      at.set(id, result)
      setResults(new Map(at))
    }
    // One after the other: each vote is its own decision, and the first surprise is seen before the last vote.
    for (const item of items) {
      tell(item.id, { tone: 'busy', text: 'Sending' })
      tell(item.id, await onVote(item, decision, comment))
    }
    onMode(undefined)
    const good = [...at.values()].filter((result) => result.tone === 'ok').length
    announce(`${good} of ${items.length} done`)
  }
  const currency = moneyOf(items[0])?.currency ?? 'GBP'
  const total = items.reduce((sum, item) => sum + (moneyOf(item)?.amount ?? 0), 0)
  return (
    <Panel
      flush
      title={`${count(items.length, 'request')} together`}
      description={`${total > 0 ? `${formatMoney({ amount: total, currency }, { round: true })}${items.some((item) => item.sandboxRequest) ? '' : ' a month'} in all. ` : ''}Each gets your vote on its own.`}
      actions={
        !finished && (
          <Button size="sm" variant="quiet" onClick={onDone}>
            Clear the selection
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line">
        {items.map((item) => {
          const result = results.get(item.id)
          return (
            <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
              <span className="min-w-40 flex-1">
                <span className="block truncate font-medium">{subjectOf(item).name}</span>
                <span className="block truncate text-sm text-ink-2">
                  {item.requester.displayName} ·{' '}
                  {subjectOf(item).title ??
                    `${item.request?.family.name}, ${wordFor('environment', item.request?.environment ?? '').toLocaleLowerCase()}`}
                </span>
              </span>
              <Amount item={item} />
              <span className="w-full text-sm sm:w-72">
                {result ? <Status tone={result.tone}>{result.text}</Status> : <span className="text-ink-2">Waits for your vote</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <div className="border-t border-line bg-sunken px-4 py-3">
        {finished ? (
          <div className="flex justify-end">
            <Button variant="primary" onClick={onDone}>
              Done
            </Button>
          </div>
        ) : (
          <DecisionBox
            what={count(items.length, 'request')}
            mode={mode}
            onMode={onMode}
            disabledReason={undefined}
            commentToApprove={null}
            onDecide={decide}
          />
        )}
      </div>
    </Panel>
  )
}

/** A month: the budget of an account to be, or what the services of one would cost; of a sandbox what it may spend in all. */
function moneyOf(item: ApprovalItem | undefined) {
  return item?.request?.budget ?? item?.update?.price?.after ?? item?.sandboxRequest?.budget
}

function Amount({ item }: { item: ApprovalItem }) {
  const money = moneyOf(item)
  return money ? <Money value={money} round /> : null
}
