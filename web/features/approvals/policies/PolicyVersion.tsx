import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { Activity } from '../../../shared/Activity.tsx'
import { policyAboutOf } from '../../../subjects.ts'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { DiffPanel } from './DiffPanel.tsx'
import { EditingEnded } from './EditingEnded.tsx'
import { policyLabels } from './labels.ts'
import { PolicyActions } from './PolicyActions.tsx'
import { PolicyDecision } from './PolicyDecision.tsx'
import type { EditorHandle } from './PolicyEditor.tsx'
import { PolicyReadingPanels } from './PolicyReadingPanels.tsx'
import { draftOf } from './policyDraft.ts'
import { loadPolicyDraft } from './policyDraftStorage.ts'
import type { ApprovalPolicy, VersionSummary } from './types.ts'
import { VersionsPanel } from './VersionsPanel.tsx'
import { versionDisplays } from './versionLabels.ts'

const DraftTab = lazyComponent(() => import('./DraftTab.tsx').then(({ DraftTab }) => ({ default: DraftTab })))
const ReplayPanel = lazyComponent(() => import('./ReplayPanel.tsx').then(({ ReplayPanel }) => ({ default: ReplayPanel })))
const TestPanel = lazyComponent(() => import('./TestPanel.tsx').then(({ TestPanel }) => ({ default: TestPanel })))
const ProposeDialog = lazyComponent(() => import('./ProposeDialog.tsx').then(({ ProposeDialog }) => ({ default: ProposeDialog })))
const JsonDialog = lazyComponent(() => import('./JsonDialog.tsx').then(({ JsonDialog }) => ({ default: JsonDialog })))

const route = getRouteApi('/admin/policies/$id')
export const policyCrumbs = [{ label: 'Approval policies', href: paths.policies() }]

interface PolicyVersionProps {
  policy: ApprovalPolicy
  versions: readonly VersionSummary[]
  /** Called when the first save has created a draft, before its URL is shown. */
  onDrafted: (version: number) => void
}

export function PolicyVersion({ policy, versions, onDrafted }: PolicyVersionProps) {
  const { id, version, status } = policy
  const { tab: requestedTab, change, page = 1, request } = route.useSearch()
  const [hasUnsavedChanges, setUnsaved] = useState(() => loadPolicyDraft(policy) !== undefined)
  const [open, setOpen] = useState<'propose' | 'json'>()
  const editor = useRef<EditorHandle>(null)
  const isOpenVersion = status === 'draft' || status === 'proposed'
  const canEdit = status === 'draft' && policy.can.update === true
  const isEditing = requestedTab === 'edit' && status === 'live' && (policy.can.draft === true || hasUnsavedChanges)
  const isOffered = requestedTab === 'edit' ? isEditing : requestedTab !== 'replay' || isOpenVersion
  const tab = (isOffered && requestedTab) || 'policy'
  const isEditorShown = tab === 'edit' || (tab === 'policy' && canEdit)
  const [editedStatus, setEditedStatus] = useState<typeof status>()
  if (isEditorShown && editedStatus !== status) setEditedStatus(status)
  const hasEnded = hasUnsavedChanges && (status !== 'live' || (editedStatus ?? 'live') !== 'live')
  const buildHref = (to: typeof tab) => paths.policy(id, { version, tab: to === 'policy' ? undefined : to })
  return (
    <Page
      title={policy.name}
      breadcrumbs={policyCrumbs}
      aside={
        <Status pill tone={versionDisplays[status].tone}>
          {policyLabels.version(version, versionDisplays[status].label)}
        </Status>
      }
      description={policyAboutOf(policy.kind)}
      actions={
        <PolicyActions
          policy={policy}
          editing={isEditing}
          unsaved={hasUnsavedChanges && (canEdit || isEditing)}
          canSave={isEditorShown}
          openVersion={versions.find((each) => each.status === 'draft' || each.status === 'proposed')?.version}
          onPropose={() => setOpen('propose')}
          onSaveAndPropose={() => editor.current?.saveAndPropose()}
          onJson={() => setOpen('json')}
        />
      }
      tabs={
        <Tabs
          label={policyLabels.sections}
          current={tab}
          items={[
            { id: 'policy', label: canEdit ? 'Edit' : 'Rules', href: buildHref('policy') },
            ...(isEditing || (status === 'live' && hasUnsavedChanges) ? [{ id: 'edit', label: 'Edit', href: buildHref('edit') }] : []),
            ...(policy.basedOn !== null
              ? [{ id: 'changes', label: 'Changes', href: buildHref('changes'), count: policy.diff.length }]
              : []),
            ...(isOpenVersion ? [{ id: 'replay', label: policyLabels.replay, href: buildHref('replay') }] : []),
            { id: 'try', label: 'Test', href: buildHref('try') },
            { id: 'versions', label: 'Versions', href: buildHref('versions'), count: versions.length },
            { id: 'activity', label: 'Activity', href: buildHref('activity') },
          ]}
        />
      }
    >
      <Suspense
        fallback={
          <Panel>
            <SkeletonText lines={10} />
          </Panel>
        }
      >
        {isEditorShown && (
          <DraftTab editor={editor} policy={policy} onUnsaved={setUnsaved} onDrafted={onDrafted} onPropose={() => setOpen('propose')} />
        )}
        {tab === 'policy' && !canEdit && (
          <div className="space-y-4">
            {hasEnded && <EditingEnded id={id} version={version} versions={versions} onDiscard={() => setUnsaved(false)} />}
            <PolicyDecision policy={policy} />
            <PolicyReadingPanels policy={policy} />
          </div>
        )}
        {tab === 'changes' && (
          <div className="space-y-4">
            {policy.changeNote && <Panel title="Reason">{policy.changeNote}</Panel>}
            <DiffPanel policy={policy} />
          </div>
        )}
        {tab === 'replay' && <ReplayPanel policy={policy} unsaved={hasUnsavedChanges && canEdit} change={change} page={page} />}
        {tab === 'try' && <TestPanel policy={policy} request={request} />}
        {tab === 'versions' && <VersionsPanel versions={versions} current={version} />}
        {tab === 'activity' && (
          <Panel title="Activity" description="Activity of all versions of this policy.">
            <Activity kind="approvalPolicy" id={id} />
          </Panel>
        )}
        {open === 'propose' && status === 'draft' && <ProposeDialog policy={policy} onOpenChange={() => setOpen(undefined)} />}
        {open === 'json' && <JsonDialog kind={policy.kind} draft={draftOf(policy.document)} onOpenChange={() => setOpen(undefined)} />}
      </Suspense>
    </Page>
  )
}
