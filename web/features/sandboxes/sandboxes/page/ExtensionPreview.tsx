import type { UseQueryResult } from '@tanstack/react-query'
import type { CallResult } from '../../../../api/client.ts'
import { automaticOutcomeLabel } from '../../../../shared/ApprovalStages.tsx'
import { Loading } from '../../../../shared/Loading.tsx'
import { formatDateTime, formatMoney, formatUntil } from '../../../../ui/format.ts'
import { KeyValues } from '../../../../ui/KeyValues.tsx'
import { uiLabels } from '../../../../ui/labels.ts'
import { useNow } from '../../../../ui/useNow.ts'
import { ApprovalOutcome } from '../ApprovalOutcome.tsx'
import { deadlineLabels, describeDeadline } from '../extensionDeadline.ts'
import { describeExtensionsLeft, extensionLabels } from '../extensionLabels.ts'
import { describeSpan } from '../labels.ts'
import { requestFormLabels } from '../pageLabels.ts'
import type { Sandbox } from './types.ts'

type ExtensionCheck = CallResult<'checkSandboxExtension'>

type Outcome = NonNullable<ExtensionCheck['outcome']>

const moneyOf = ({ currency }: Outcome['budget'], amount: number) => formatMoney({ amount, currency }, { strip: true })

/** Returns the sentence that announces the outcome to screen readers. */
function summarizeOutcome({ automatic, preview, leaseEnd, budget }: Outcome): string {
  const automaticDecision = preview?.automatic
  if (automaticDecision) return `${automaticOutcomeLabel(automaticDecision.outcome)}. ${automaticDecision.reason}`
  const decision = automatic ? requestFormLabels.noApproval : extensionLabels.needsApproval
  return `${extensionLabels.newEnd}: ${formatDateTime(leaseEnd)}. ${extensionLabels.newBudget}: ${moneyOf(budget, budget.limit)}. ${decision}`
}

interface OutcomeProps {
  sandbox: Sandbox
  query: UseQueryResult<ExtensionCheck>
  check: ExtensionCheck | undefined
  isValid: boolean
}

export function ExtensionOutcome({ sandbox, query, check, isValid }: OutcomeProps) {
  return (
    <section aria-label={extensionLabels.outcome} className="space-y-3 rounded-md border border-line bg-sunken px-3 py-3">
      <p aria-live="polite" className="sr-only">
        {check?.outcome && summarizeOutcome(check.outcome)}
      </p>
      {!isValid ? (
        <p className="text-ink-2">{extensionLabels.noOutcome}</p>
      ) : check ? (
        <ExtensionPreview sandbox={sandbox} check={check} />
      ) : (
        <Loading subject="the outcome" query={query} lines={8} />
      )}
    </section>
  )
}

/** Shows what an extension would change, and who decides. */
function ExtensionPreview({ sandbox, check: { problem, outcome } }: { sandbox: Sandbox; check: ExtensionCheck }) {
  if (!outcome)
    return (
      <p aria-live="polite" className="text-bad">
        {problem}
      </p>
    )
  const { automatic, preview, leaseEnd, leaseHours, extensionsLeft, budget } = outcome
  const money = (amount: number) => moneyOf(budget, amount)
  const decideBy = sandbox.status === 'deleting' ? sandbox.deletion?.at : sandbox.lease.end
  const deadline =
    !automatic &&
    !preview?.automatic &&
    decideBy &&
    describeDeadline({
      decideBy,
      freezesAt: sandbox.budget.freezesAt,
      sandboxStatus: sandbox.status,
      budget: budget.limit - (sandbox.budget.limit ?? 0),
    })
  return (
    <>
      <KeyValues
        items={[
          { label: extensionLabels.newEnd, value: `${formatDateTime(leaseEnd)}, ${describeSpan(leaseHours)} in total` },
          { label: extensionLabels.newBudget, value: `${money(budget.limit)}, ${money(budget.spent)} spent` },
          { label: extensionLabels.expected, value: <ExpectedSpend budget={budget} /> },
          { label: extensionLabels.left, value: describeExtensionsLeft(extensionsLeft, leaseHours === sandbox.lease.hours) },
        ]}
      />
      <div className="border-t border-line pt-3">
        <ApprovalOutcome outcome={outcome} effect={extensionLabels.immediate} />
        {deadline && (
          <p className="mt-3 text-sm text-ink-2">
            {deadline.label}: {formatDateTime(deadline.at)}. {deadline.effect}
          </p>
        )}
      </div>
    </>
  )
}

function ExpectedSpend({ budget: { currency, expected, freezesAt, reachesLimitAt } }: Pick<Outcome, 'budget'>) {
  const now = useNow('halfMinute')
  const overAt = freezesAt ?? reachesLimitAt
  if (expected === null) return uiLabels.unknown
  return (
    <>
      {formatMoney({ amount: expected, currency })}
      {overAt && (
        <span className="block text-warn">
          Without the limit. {freezesAt ? deadlineLabels.freezes : 'Limit reached'} {formatUntil(overAt, now)}.
        </span>
      )}
    </>
  )
}
