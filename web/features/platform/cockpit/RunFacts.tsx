import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { CopyId } from '../../../ui/CopyId.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { AzureErrorDetails } from './AzureErrorDetails.tsx'
import { cancelPage } from './cancelPages.ts'
import { describeCode } from './describeCode.ts'
import { runLabels } from './labels.ts'
import type { Run } from './types.ts'

export function RunFacts({ run }: { run: Run }) {
  const at = run.steps.find(({ status }) => status !== 'succeeded' && status !== 'skipped')
  const response = at && run.responses[at.name]
  const pageToCancel = cancelPage(run)
  const isOver = run.status === 'cancelled' || run.status === 'succeeded'
  return (
    <div className="space-y-4">
      {response && (
        <Panel title={runLabels.response} description={`Latest response in step “${at.title}”, without secrets.`}>
          <KeyValues
            items={[
              { label: 'Service', value: response.service },
              { label: 'Code', value: describeCode(response.code, response.status), wide: true },
              ...(response.requestId
                ? [{ label: 'Request ID', value: <CopyId value={response.requestId} kind="request ID" />, wide: true }]
                : []),
            ]}
          />
          <AzureErrorDetails excerpt={response.excerpt} />
          {response.excerpt && (
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
              tabIndex={0}
              aria-label="Response text"
              className="mt-3 max-h-48 overflow-auto rounded-sm border border-line bg-sunken p-2"
            >
              <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{response.excerpt}</pre>
            </section>
          )}
        </Panel>
      )}
      <Panel title="Next steps">
        <KeyValues
          columns={1}
          items={[
            ...(isOver
              ? []
              : [
                  {
                    label: 'Last completed step',
                    value: run.checkpoint ? (
                      <>
                        {run.checkpoint.title}
                        {run.checkpoint.at && (
                          <span className="text-ink-2">
                            {' '}
                            · <RelativeTime at={run.checkpoint.at} />
                          </span>
                        )}
                      </>
                    ) : (
                      'None yet'
                    ),
                  },
                  { label: 'Retry', value: run.retryEffect ?? reasonOf(run, 'retry') },
                ]),
            {
              label: 'Cancel',
              value:
                run.rollbackSteps.length > 0 ? (
                  <ul className="list-disc space-y-0.5 pl-4">
                    {run.rollbackSteps.map((sentence) => (
                      <li key={sentence}>{sentence}</li>
                    ))}
                  </ul>
                ) : (
                  <>
                    {reasonOf(run, 'cancel')} {pageToCancel && <Link href={pageToCancel.href}>{pageToCancel.label}</Link>}
                  </>
                ),
            },
            { label: 'Run ID', value: <CopyId value={run.id} kind="run ID" /> },
          ]}
        />
        <p className="mt-4 text-sm">
          <Link href={paths.audit({ q: run.id })}>Audit events of this run</Link>
        </p>
      </Panel>
    </div>
  )
}
