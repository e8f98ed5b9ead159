import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { useRunActions } from '../../../shared/useRunActions.ts'
import { count, describeSince } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { describeCause } from './describeCause.ts'
import { runLabels } from './labels.ts'
import type { Cause, Overview } from './types.ts'

/** Runs with the same cause are grouped, so that it can be fixed once for all of them. */
export function Causes({ overview }: { overview: Overview }) {
  const [causeToRetry, setCauseToRetry] = useState<Cause>()
  const { retry } = useRunActions()
  return (
    <Panel flush title={runLabels.causes} description="Runs with errors, grouped by cause.">
      <ul aria-label={runLabels.causes} className="divide-y divide-line">
        {overview.causes.map((cause) => (
          <li key={`${cause.service} ${cause.code}`} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
            <Badge tone={cause.failed > 0 ? 'bad' : 'warn'}>{cause.count}</Badge>
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">
                <Link variant="name" href={paths.runs({ show: 'stuck', filter: filterOf(cause) })}>
                  {describeCause(cause)}
                </Link>
              </p>
              <p className="text-sm wrap-anywhere text-ink-2">{cause.message}</p>
              <p className="mt-0.5 text-sm text-ink-2">
                {cause.kinds.map(({ title, count: number }) => `${title} (${number})`).join(', ')} · {describeSince(cause.since)} ·{' '}
                {runLabels.code(cause.code)}
              </p>
            </div>
            {isAllowed(overview, 'act') && (
              <Button size="sm" icon={RotateCw} onClick={() => setCauseToRetry(cause)}>
                {runLabels.retryAll(cause.runIds.length)}
                <span className="sr-only">: {describeCause(cause)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {causeToRetry && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setCauseToRetry(undefined)}
          title={`Retry ${count(causeToRetry.runIds.length, 'run')}?`}
          confirmLabel={runLabels.confirmRetry(causeToRetry.runIds.length)}
          onConfirm={() => retry(causeToRetry.runIds)}
        >
          <p>{runLabels.retryEffect}</p>
          <ul className="list-disc pl-5">
            {causeToRetry.kinds.map(({ kind, title, count: number }) => (
              <li key={kind}>
                {title}: {number}
              </li>
            ))}
          </ul>
          <p>
            {causeToRetry.service
              ? `If ${causeToRetry.service} returns the same error, the runs are listed here again.`
              : 'If the cause remains, the runs are listed here again.'}
            {causeToRetry.count > causeToRetry.runIds.length &&
              ` Retry the other ${causeToRetry.count - causeToRetry.runIds.length} afterwards.`}
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

const filterOf = ({ service, code }: Cause) => (service ? `service=='${service}';cause==${quoted(code)}` : `cause==${quoted(code)}`)
const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`
