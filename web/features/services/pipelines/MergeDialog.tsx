import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { getPullRequest } from '../../../api/pipelineQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Link } from '../../../ui/Link.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Checks } from './Checks.tsx'
import { pullRequestLabels } from './labels.ts'
import { afterMerge, type PullRequest, short } from './pipelineLabels.ts'

const kinds = ['accountUpdate', 'accountRequest', 'account'] as const
const maxShown = 8

/** Merges only the commit that was shown: later commits need another review. */
export function MergeDialog({ pull, onClose }: { pull: PullRequest; onClose: () => void }) {
  const form = useId()
  const { number } = pull
  const look = useQuery(getPullRequest(number))
  const onboarding = useCall('mergeOnboardingPullRequest', kinds)
  const update = useCall('mergeUpdatePullRequest', kinds)
  const merge = pull.kind === 'onboarding' ? onboarding : update
  const now = look.data
  // The shown pull request refreshes; the reviewed commit stays the same until it is confirmed.
  const [head, setHead] = useState<string>()
  if (now && head === undefined) setHead(now.headSha)
  const moved = now !== undefined && head !== undefined && now.headSha !== head
  const reason = moved ? 'The pull request changed. Review the changes first.' : now ? reasonOf(now, 'merge') : 'Loading the pull request…'
  const submit = async () => {
    if (!now || !head || reason || merge.isPending) return
    try {
      const { outcome, message } = await merge.mutateAsync({ body: { pullRequest: number, headSha: head } })
      toast.ok(outcome === 'merged' ? `Pull request #${number} merged` : `Merging pull request #${number}`, {
        description: message,
      })
      onClose()
    } catch {
      // The dialog shows the error; the commit can have changed, so it is fetched again.
      setHead((await look.refetch()).data?.headSha)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !merge.isPending && onClose()}
      title={`Merge pull request #${number}?`}
      description={pull.title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabledReason={reason} loading={merge.isPending}>
            Merge
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="space-y-4">
        <FormProblem problem={merge.error ? problemOf(merge.error) : undefined} />
        {look.error && !now ? (
          <Failed what="The pull request" error={look.error} onRetry={() => void look.refetch()} />
        ) : !now ? (
          <SkeletonText lines={5} />
        ) : (
          <>
            {moved && (
              <Banner
                tone="warn"
                title={pullRequestLabels.changed}
                action={
                  <Button size="sm" onClick={() => setHead(now.headSha)}>
                    {pullRequestLabels.confirmReview}
                  </Button>
                }
              >
                Nothing was merged. The current changes are shown below.
              </Banner>
            )}
            {reason && !moved && !merge.error && (
              <Banner tone="warn" title="Can’t merge yet">
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
      </Form>
    </Dialog>
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
      {files.length > maxShown && <li className="px-3 py-1.5 font-sans text-ink-2">and {more ? 'many' : files.length - maxShown} more</li>}
    </ul>
  )
}
