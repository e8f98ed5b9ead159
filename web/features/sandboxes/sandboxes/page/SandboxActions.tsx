import { CircleFadingPlus, Ellipsis, FileText, KeyRound, Snowflake, Sun, Trash2, Undo2, UserPlus, Users } from 'lucide-react'
import { paths } from '../../../../paths.ts'
import { OpenInAzure } from '../../../../shared/OpenInAzure.tsx'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../../../ui/Menu.tsx'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { DialogName, Sandbox } from './types.ts'

interface SandboxActionsProps {
  sandbox: Sandbox
  offered: readonly DialogName[]
  onOpen: (dialog: DialogName) => void
}

export function SandboxActions({ sandbox, offered, onOpen }: SandboxActionsProps) {
  if (sandbox.status === 'deleted') return null
  const reasonFor = (action: string) => reasonOf(sandbox, action)
  const isFrozen = sandbox.status === 'frozen'
  const isDeleting = sandbox.status === 'deleting'
  const isLive = sandbox.status === 'active' || sandbox.status === 'expiring' || isFrozen
  const isOutsider = sandbox.mine === 'none' && sandbox.can.seeInside !== true
  const items: MenuItem[] = [
    isFrozen
      ? { label: sandboxPageLabels.resume, icon: Sun, disabledReason: reasonFor('resume'), onSelect: () => onOpen('resume') }
      : { label: sandboxPageLabels.freeze, icon: Snowflake, disabledReason: reasonFor('freeze'), onSelect: () => onOpen('freeze') },
    { label: 'Edit owners', icon: Users, disabledReason: reasonFor('changeOwners'), onSelect: () => onOpen('owners') },
    { label: 'View request', icon: FileText, href: paths.sandboxRequest(sandbox.requestId) },
    {
      label: sandboxPageLabels.delete,
      icon: Trash2,
      danger: true,
      separated: true,
      disabledReason: reasonFor('delete'),
      onSelect: () => onOpen('delete'),
    },
  ]
  return (
    <>
      {isOutsider ? (
        <Button icon={KeyRound} disabledReason={reasonFor('fetchAccess')} onClick={() => onOpen('ask')}>
          {sandboxPageLabels.request}
        </Button>
      ) : (
        !isDeleting && (
          <>
            {!offered.includes('invite') && (isLive || sandbox.can.manageMembers === true) && (
              <Button icon={UserPlus} disabledReason={reasonFor('manageMembers')} onClick={() => onOpen('invite')}>
                {sandboxPageLabels.invite}
              </Button>
            )}
            {!offered.includes('extend') && isLive && (
              <Button icon={CircleFadingPlus} disabledReason={reasonFor('extend')} onClick={() => onOpen('extend')}>
                Extend
              </Button>
            )}
          </>
        )
      )}
      {isDeleting &&
        !offered.includes('extend') &&
        !offered.includes('undoDeletion') &&
        (sandbox.deletion?.cause === 'expired' && reasonFor('extend') === undefined ? (
          <Button variant="primary" icon={CircleFadingPlus} onClick={() => onOpen('extend')}>
            {sandboxPageLabels.restore}
          </Button>
        ) : (
          <Button variant="primary" icon={Undo2} disabledReason={reasonFor('undoDeletion')} onClick={() => onOpen('undoDeletion')}>
            {sandboxPageLabels.undo}
          </Button>
        ))}
      {/* A sandbox that is being deleted has a different primary button. */}
      {sandbox.portalUrl && sandbox.subscriptionId && !isDeleting && (
        <OpenInAzure subscriptionId={sandbox.subscriptionId} resourceGroup={sandbox.resourceGroup} />
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label={sandboxPageLabels.more} variant="secondary" />} items={items} />
    </>
  )
}
