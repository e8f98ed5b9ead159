import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { policyLabels } from './labels.ts'
import { loadPolicyDraft, savePolicyDraft } from './policyDraftStorage.ts'
import type { VersionSummary } from './types.ts'
import { endedSentences } from './versionLabels.ts'

interface EditingEndedProps {
  id: string
  version: number
  versions: readonly VersionSummary[]
  onDiscard: () => void
}

export function EditingEnded({ id, version, versions, onDiscard }: EditingEndedProps) {
  const navigateTo = useNavigateTo()
  const find = (status: VersionSummary['status']) => versions.find((each) => each.status === status)
  const status = versions.find((each) => each.version === version)?.status ?? 'discarded'
  const target = find('draft') ?? (find('proposed') ? undefined : find('live'))
  const own = { id, version, revision: 0 }
  const discard = () => {
    savePolicyDraft(own, undefined)
    onDiscard()
  }
  const continueIn = ({ version: next, status }: VersionSummary) => {
    const draft = loadPolicyDraft(own)?.draft
    savePolicyDraft(own, undefined)
    // Revision 0 marks the changes as based on an earlier version.
    savePolicyDraft({ id, version: next, revision: 0 }, draft)
    navigateTo(paths.policy(id, { version: next, tab: status === 'live' ? 'edit' : undefined }))
  }
  return (
    <Banner
      tone="warn"
      title={endedSentences[status](version)}
      action={
        <div className="flex flex-wrap gap-2">
          {target && (
            <Button size="sm" onClick={() => continueIn(target)}>
              {policyLabels.continueIn(target.version)}
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={discard}>
            {policyLabels.discardChanges}
          </Button>
        </div>
      }
    >
      {policyLabels.changesKept}
    </Banner>
  )
}
