import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { PeopleChips } from '../../../shared/PeopleChips.tsx'
import { Status } from '../../../ui/Status.tsx'
import { describeFieldPath } from './describeFieldPath.ts'
import { policyLabels } from './labels.ts'
import type { PolicyTestResult } from './types.ts'

const outcomes = {
  approved: { tone: 'ok', label: 'Approved automatically' },
  rejected: { tone: 'bad', label: 'Rejected automatically' },
  stages: { tone: 'info', label: 'Needs approval' },
  noStage: { tone: 'warn', label: 'No approver available' },
} as const

interface TestResultTextProps {
  testResult: PolicyTestResult
  draft: Parameters<typeof describeFieldPath>[1]
  withConditions?: boolean
}

export function TestResultText({ testResult, draft, withConditions }: TestResultTextProps) {
  const { tone, label } = outcomes[testResult.outcome]
  return (
    <div className="space-y-3">
      <div>
        <Status tone={tone}>{label}</Status>
        {testResult.reason && <p className="mt-1">“{testResult.reason}”</p>}
        {testResult.outcome !== 'stages' &&
          testResult.matched.map(({ path: index, reading }) => (
            <p key={index} className="mt-1 text-sm text-ink-2">
              Because {reading}.
            </p>
          ))}
      </div>
      {testResult.stages.length > 0 && (
        <ol aria-label="Approvers" className="space-y-2">
          {testResult.stages.map(({ name, minimum, people, fallback }, index) => (
            <li key={name} className="border-l-2 border-line-mid pl-3">
              <p className="font-medium">
                {index + 1}. {name}
                {minimum > 1 && <span className="font-normal text-ink-2"> · {minimum} votes needed</span>}
              </p>
              {people.length > 0 ? <PeopleChips people={people} /> : <p className="text-sm text-warn">No approvers are available.</p>}
              {fallback && <p className="text-xs text-ink-2">These are the fallback approvers, because no other approver is available.</p>}
            </li>
          ))}
        </ol>
      )}
      {withConditions && testResult.conditions.length > 0 && (
        <div>
          <h3 className="mb-1 text-sm font-semibold">Conditions</h3>
          <ul className="divide-y divide-line">
            {testResult.conditions.map(({ path: index, result, problem }) => {
              const Glyph = result === null ? CircleHelp : result ? CircleCheck : CircleX
              return (
                <li key={index} className="flex gap-2 py-1.5 text-sm">
                  <Glyph size={15} aria-hidden className={result ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-ink-3'} />
                  <span className="min-w-0 flex-1">{describeFieldPath(index, draft)}</span>
                  <span className="text-ink-2">
                    {result === null ? (problem ?? policyLabels.unknown) : result ? policyLabels.met : policyLabels.notMet}
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </div>
  )
}
