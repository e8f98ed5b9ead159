import { ExternalLink, GitMerge, RotateCw } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { pathOfSubject } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { Checks } from './Checks.tsx'
import { pullRequestLabels } from './labels.ts'
import { type PullRequest, short, statusOf } from './pipelineLabels.ts'
import { useRetry } from './useRetry.ts'

export function PullRequestRow({ pull, automatic, onMerge }: { pull: PullRequest; automatic: boolean; onMerge: () => void }) {
  const { tone, label } = statusOf(pull, automatic)
  const retry = useRetry(pull)
  const stuck = pull.run.status === 'failed'
  const isInProgress = pull.checksState === 'success' && (automatic || pull.order !== null)
  const explanation = stuck ? pull.run.error : isInProgress ? pull.run.note : undefined
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-96 space-y-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-base font-medium wrap-anywhere">
            <Link variant="name" href={pathOfSubject(pull.subject.kind, pull.subject.id, pull.account.id)}>
              {pull.title}
            </Link>
          </h3>
          <Status pill tone={tone}>
            {label}
          </Status>
        </div>
        <p className="text-sm text-ink-2">
          <Link className="inline-flex items-center gap-1" href={pull.url} target="_blank" rel="noreferrer">
            Pull request #{pull.number}
            <ExternalLink size={13} aria-hidden />
            <span className="sr-only">(opens in a new tab)</span>
          </Link>{' '}
          at <code className="font-mono text-xs">{short(pull.headSha)}</code> ·{' '}
          {pull.kind === 'onboarding' ? 'New account' : 'Account change'} {pull.reference}
          {pull.account.id && (
            <>
              {' · '}
              <Link className="wrap-anywhere" href={paths.account(pull.account.id)}>
                {pull.account.name}
              </Link>
            </>
          )}{' '}
          · opened <RelativeTime at={pull.openedAt} />
        </p>
        <Checks checks={pull.checks} label={`Checks of pull request ${pull.number}`} />
        {explanation && <p className="max-w-prose text-sm wrap-anywhere text-ink-2">{explanation}</p>}
        {pull.order && (
          <p className="text-sm text-ink-2">
            Merge requested by {pull.order.by} <RelativeTime at={pull.order.at} />
            {pull.order.headSha !== pull.headSha && ', for an earlier commit. Review the pull request again'}.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {stuck && (
          <Button
            size="sm"
            icon={RotateCw}
            disabledReason={reasonOf(pull, 'retry')}
            loading={retry.isPending}
            onClick={() => void retry.run()}
          >
            Retry
          </Button>
        )}
        <Button
          size="sm"
          icon={GitMerge}
          disabledReason={reasonOf(pull, 'merge')}
          onClick={onMerge}
          aria-label={`${pullRequestLabels.merge} pull request ${pull.number}: ${pull.title}`}
        >
          {pullRequestLabels.merge}
        </Button>
      </div>
    </li>
  )
}
