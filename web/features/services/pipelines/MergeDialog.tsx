import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { getPullRequest } from '../../../api/pipelineQueries.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Checks } from './Checks.tsx'
import { pullRequestLabels } from './labels.ts'
import { afterMerge, type PullRequest, short } from './pipelineLabels.ts'

const kinds = ['accountUpdate', 'accountRequest', 'account'] as const
const maxShown = 8

/** Only the commit that was shown is merged, because later commits need another review. */
export function MergeDialog({ pull, onClose }: { pull: PullRequest; onClose: () => void }) {
  const { number } = pull
  const pullRequestQuery = useQuery(getPullRequest(number))
  const onboarding = useCall('mergeOnboardingPullRequest', kinds)
  const update = useCall('mergeUpdatePullRequest', kinds)
  const merge = pull.kind === 'onboarding' ? onboarding : update
  const now = pullRequestQuery.data
  // The pull request refreshes, but the reviewed commit stays the same until the person confirms it.
  const [head, setHead] = useState<string>()
  if (now && head === undefined) setHead(now.headSha)
  const isOutdated = now !== undefined && head !== undefined && now.headSha !== head
  const reason = isOutdated
    ? 'The pull request changed. Review the changes first.'
    : now
      ? reasonOf(now, 'merge')
      : 'Loading the pull request…'
  const form = useForm(merge, {}, async () => {
    if (!now || !head || reason) return
    try {
      const { outcome, message } = await merge.mutateAsync({ body: { pullRequest: number, headSha: head } })
      toast.ok(outcome === 'merged' ? pullRequestLabels.merged(number) : pullRequestLabels.merging(number), {
        description: message,
      })
      onClose()
    } catch {
      // The dialog shows the error. The head commit might have changed, so it is fetched again.
      setHead((await pullRequestQuery.refetch()).data?.headSha)
    }
  })
  return (
    <FormDialog
      title={`Merge pull request #${number}?`}
      description={pull.title}
      action={pullRequestLabels.merge}
      disabledReason={reason}
      form={form}
      onClose={onClose}
    >
      {!now ? (
        <Loading subject="the pull request" query={pullRequestQuery} lines={5} />
      ) : (
        <>
          {isOutdated && (
            <Banner
              tone="warn"
              title={pullRequestLabels.changed}
              action={
                <Button size="sm" data-confirmation onClick={() => setHead(now.headSha)}>
                  {pullRequestLabels.confirmReview}
                </Button>
              }
            >
              Nothing was merged. The current changes are shown below.
            </Banner>
          )}
          {reason && !isOutdated && !merge.error && (
            <Banner tone="warn" title="You can’t merge this yet">
              {reason}
            </Banner>
          )}
          <p className="max-w-prose text-ink-2">
            The branch <code className="font-mono text-sm wrap-anywhere">{now.branch}</code> at commit{' '}
            <code className="font-mono text-sm">{short(now.headSha)}</code> becomes one commit on main. {afterMerge(now)}
          </p>
          <Checks checks={now.checks} label="Checks" />
          <Files files={now.files} more={now.moreFiles} />
          <p>
            <Link className="inline-flex items-center gap-1" href={now.url} target="_blank" rel="noreferrer">
              Open pull request
              <ExternalLink size={13} aria-hidden />
            </Link>
          </p>
        </>
      )}
    </FormDialog>
  )
}

function Files({ files, more }: { files: readonly string[]; more: boolean }) {
  if (files.length === 0) return null
  return (
    <ul aria-label={pullRequestLabels.files} className="divide-y divide-line rounded-md border border-line bg-sunken font-mono text-xs">
      {files.slice(0, maxShown).map((file) => (
        <li key={file} className="px-3 py-1.5 wrap-anywhere">
          {file}
        </li>
      ))}
      {files.length > maxShown && (
        <li className="px-3 py-1.5 font-sans text-ink-2">and {more ? 'many' : files.length - maxShown} more files</li>
      )}
    </ul>
  )
}
