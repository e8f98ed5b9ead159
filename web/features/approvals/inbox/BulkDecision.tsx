import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { SubjectMoney } from '../../../shared/SubjectMoney.tsx'
import type { SubjectView } from '../../../shared/subject.ts'
import { count } from '../../../shared/waits.ts'
import { subjectOf } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatMoney, formatMoneyChange } from '../../../ui/format.ts'
import { announce } from '../../../ui/LiveRegion.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DecisionBox } from './DecisionBox.tsx'
import type { Decision } from './labels.ts'
import { inboxLabels } from './labels.ts'
import type { Mode } from './outcome.ts'
import { RiskLabel } from './RiskLabel.tsx'
import type { useDecisionsInFlight } from './useDecisionsInFlight.ts'
import type { Selection } from './useSelection.ts'
import { useVoteBatch } from './useVote.ts'

/** The server accepts at most this many votes per call. */
const maxBatch = 50

interface BulkDecisionProps {
  /** The decision doesn't include the different approvals unless the approver adds them. */
  selection: Pick<Selection, 'items' | 'different' | 'results' | 'isFinished' | 'setResults'>
  mode: Mode | undefined
  onModeChange: (mode: Mode | undefined) => void
  isDeciding: boolean
  during: ReturnType<typeof useDecisionsInFlight>['during']
  onInclude: (item: ApprovalItem) => void
  onExclude: (item: ApprovalItem) => void
  onDecided: (number: number) => void
  onDone: () => void
}

export function BulkDecision(props: BulkDecisionProps) {
  const { selection, mode, onModeChange, isDeciding, during, onInclude, onExclude, onDecided, onDone } = props
  const { items, different, results, isFinished, setResults } = selection
  const vote = useVoteBatch()
  const decide = async (decision: Decision, comment: string) => {
    const ids = items.map(({ id }) => id)
    const all = await during(ids, () => vote(items, decision, comment))
    // The votes wait for a step-up sign-in, so the selection stays.
    if (all.size === 0) return false
    setResults(all)
    const okCount = [...all.values()].filter((result) => result.tone === 'ok').length
    onDecided(okCount)
    announce(`${okCount} of ${items.length} done`)
    return okCount > 0
  }
  const views = items.map(subjectOf)
  const batchProblem =
    items.length > maxBatch
      ? `You can decide on up to ${maxBatch} requests at a time. Remove ${count(items.length - maxBatch, 'request')}.`
      : undefined
  return (
    <div className="space-y-4">
      <Panel
        flush
        title={(isFinished ? inboxLabels.resultsOf : inboxLabels.decideOn)(items.length)}
        description={isFinished ? totalOf(views) : `${totalOf(views)}Your vote is recorded for each request.`}
        actions={
          !isFinished &&
          !isDeciding && (
            <Button size="sm" variant="quiet" onClick={onDone}>
              Clear selection
            </Button>
          )
        }
      >
        <ul aria-label={inboxLabels.selected} className="divide-y divide-line">
          {items.map((item) => {
            const result = results.get(item.id)
            return (
              <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
                <ItemSummary item={item} />
                {result ? (
                  <span className="w-full text-sm sm:w-72">
                    <Status wraps tone={result.tone}>
                      {result.text}
                    </Status>
                  </span>
                ) : (
                  <Button
                    size="sm"
                    variant="quiet"
                    disabledReason={isDeciding ? inboxLabels.sendingDecision : undefined}
                    onClick={() => onExclude(item)}
                  >
                    Remove<span className="sr-only"> {subjectOf(item).name}</span>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        <div className="border-t border-line bg-sunken px-4 py-3">
          {isFinished ? (
            <div className="flex justify-end">
              <Button variant="primary" onClick={onDone}>
                {inboxLabels.done}
              </Button>
            </div>
          ) : (
            <DecisionBox
              subject={items
                .map(({ id }) => id)
                .sort()
                .join()}
              what={count(items.length, 'request')}
              mode={mode === 'comment' ? undefined : mode}
              onModeChange={onModeChange}
              disabledReason={batchProblem}
              isDeciding={isDeciding}
              commentToApprove={null}
              onDecide={decide}
            />
          )}
        </div>
      </Panel>
      {different.length > 0 && (
        <Panel
          flush
          title={`${count(different.length, 'different request')}`}
          description="These requests differ slightly. Review each one, or include it in the bulk decision."
        >
          <ul aria-label={inboxLabels.different} className="divide-y divide-line">
            {different.map(({ approval, reasons }) => (
              <li key={approval.id} className="px-4 py-2.5">
                <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  <ItemSummary item={approval} />
                  {!isFinished && !isDeciding && (
                    <Button size="sm" onClick={() => onInclude(approval)}>
                      Include<span className="sr-only"> {subjectOf(approval).name}</span>
                    </Button>
                  )}
                </div>
                <ul className="mt-1 space-y-0.5">
                  {reasons.map((reason) => (
                    <li key={reason} className="text-sm">
                      <Status tone="warn">{reason}</Status>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** Amounts are added only if all are budgets or all are differences. */
function totalOf(views: readonly SubjectView[]): string {
  const [first] = views
  const money = views.flatMap((view) => view.money ?? [])
  const isComparable = views.every(
    ({ isTotalAmount, moneyChanges }) => isTotalAmount === first?.isTotalAmount && moneyChanges === first?.moneyChanges,
  )
  if (!isComparable || !money[0] || money.some(({ currency }) => currency !== money[0]!.currency)) return ''
  const total = { amount: money.reduce((sum, { amount }) => sum + amount, 0), currency: money[0].currency }
  const text = first?.moneyChanges ? formatMoneyChange(total) : formatMoney(total, { round: true })
  return `${text}${first?.isTotalAmount ? '' : ' a month'} in total. `
}

function ItemSummary({ item }: { item: ApprovalItem }) {
  const subject = subjectOf(item)
  const { name, title, detail } = subject
  return (
    <>
      <span className="min-w-40 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-sm text-ink-2">
          {item.requester.displayName} · {title ?? detail}
        </span>
      </span>
      {item.seriousWarnings > 0 && (
        <span className="shrink-0 text-xs">
          <Status tone="bad">{inboxLabels.seriousWarnings(item.seriousWarnings)}</Status>
        </span>
      )}
      <RiskLabel risk={item.risk} detailed />
      <SubjectMoney subject={subject} />
    </>
  )
}
