import { CircleAlert, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { count } from '../../../shared/waits.ts'
import { cx } from '../../../ui/cx.ts'
import { focusField } from '../../../ui/focusField.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { describeFieldPath } from './describeFieldPath.ts'
import type { PolicyDraft } from './policyDraft.ts'
import { TestResultText } from './TestResultText.tsx'
import type { PolicyCheckResult } from './types.ts'

interface DraftAsideProps {
  draft: PolicyDraft
  checked: PolicyCheckResult | undefined
  checking: boolean
  missing: number
}

export function DraftAside({ draft, checked, checking, missing }: DraftAsideProps) {
  const problems = checked?.problems ?? []
  return (
    <div className="space-y-4">
      <Panel
        title="Summary"
        actions={checking && <LoaderCircle size={15} aria-label="Reading the draft" className="spin text-ink-3" />}
        {...(missing > 0 && {
          footer: (
            <span className="text-ink-2">{count(missing, 'field is', 'fields are')} still empty. The last complete version is shown.</span>
          ),
        })}
      >
        {checked ? (
          <PolicySummary reading={checked.reading} />
        ) : (
          <p className="text-ink-2">The summary appears when all fields are filled in.</p>
        )}
      </Panel>
      {problems.length > 0 && (
        <Panel title="Problems">
          <ul className="space-y-2">
            {problems.map(({ path, severity, message }) => {
              const Glyph = severity === 'error' ? CircleAlert : TriangleAlert
              return (
                <li key={`${path} ${message}`} className="flex gap-2 text-sm">
                  <Glyph size={15} aria-hidden className={cx('mt-0.5 shrink-0', severity === 'error' ? 'text-bad' : 'text-warn')} />
                  <span className="min-w-0">
                    <button type="button" className="font-medium hover:underline" onClick={() => focusField(path)}>
                      {describeFieldPath(path, draft)}
                    </button>
                    <span className="block wrap-anywhere text-ink-2">{message}</span>
                  </span>
                </li>
              )
            })}
          </ul>
        </Panel>
      )}
      {checked?.example && (
        <Panel
          title="Latest request"
          description={
            <>
              Submitted <RelativeTime at={checked.example.at} />, with the result of this draft
            </>
          }
        >
          <TestResultText testResult={checked.example} draft={draft} />
        </Panel>
      )}
    </div>
  )
}

function PolicySummary({ reading }: { reading: PolicyCheckResult['reading'] }) {
  const isEmpty = reading.reject.length + reading.approve.length + reading.stages.length === 0
  if (isEmpty) return <p className="text-ink-2">No rules or stages yet.</p>
  return (
    <div className="space-y-3">
      <TextList lines={[...reading.reject, ...reading.approve]} />
      {reading.stages.length > 0 && (
        <TextList ordered lines={reading.stages}>
          <p className="mb-1 text-xs font-semibold text-ink-2">
            {reading.reject.length + reading.approve.length > 0 ? 'Approvers of all other requests' : 'Approvers'}
            {reading.stages.length > 1 && ', in this order'}
          </p>
        </TextList>
      )}
    </div>
  )
}

function TextList({ lines, ordered, children }: { lines: readonly string[]; ordered?: boolean; children?: ReactNode }) {
  if (lines.length === 0) return null
  const List = ordered ? 'ol' : 'ul'
  return (
    <div>
      {children}
      <List className={cx('space-y-2', ordered && lines.length > 1 && 'list-decimal pl-5 marker:text-ink-3')}>
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </List>
    </div>
  )
}
