import { CircleFadingPlus, Ellipsis, ExternalLink, FileText, KeyRound, Snowflake, Sun, Trash2, Undo2, UserPlus, Users } from 'lucide-react'
import { paths } from '../../../../paths.ts'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../../../ui/Menu.tsx'
import { sandboxPageLabels } from '../pageLabels.ts'
import type { DialogName, Sandbox } from './types.ts'

/** The likeliest actions are buttons, the rest is in a menu. Disabled ones say why. */
export function SandboxActions({ sandbox, onOpen }: { sandbox: Sandbox; onOpen: (what: DialogName) => void }) {
  if (sandbox.status === 'deleted') return null
  const why = (action: string) => reasonOf(sandbox, action)
  const frozen = sandbox.status === 'frozen'
  const deleting = sandbox.status === 'deleting'
  const outside = sandbox.mine === 'none' && sandbox.can.seeInside !== true
  const items: MenuItem[] = [
    frozen
      ? { label: 'Resume', icon: Sun, disabledReason: why('thaw'), onSelect: () => onOpen('thaw') }
      : { label: 'Freeze', icon: Snowflake, disabledReason: why('freeze'), onSelect: () => onOpen('freeze') },
    { label: 'Edit owners', icon: Users, disabledReason: why('changeOwners'), onSelect: () => onOpen('owners') },
    { label: 'View request', icon: FileText, href: paths.sandboxRequest(sandbox.requestId) },
    ...(sandbox.portalUrl ? [{ label: 'Open in the Azure portal', icon: ExternalLink, href: sandbox.portalUrl }] : []),
    {
      label: 'Delete',
      icon: Trash2,
      danger: true,
      separated: true,
      disabledReason: why('delete'),
      onSelect: () => onOpen('delete'),
    },
  ]
  return (
    <>
      {outside ? (
        <Button icon={KeyRound} disabledReason={why('fetchAccess')} onClick={() => onOpen('ask')}>
          {sandboxPageLabels.request}
        </Button>
      ) : (
        !deleting && (
          <>
            <Button icon={UserPlus} disabledReason={why('manageMembers')} onClick={() => onOpen('invite')}>
              {sandboxPageLabels.invite}
            </Button>
            <Button icon={CircleFadingPlus} disabledReason={why('extend')} onClick={() => onOpen('extend')}>
              Extend
            </Button>
          </>
        )
      )}
      {deleting &&
        (sandbox.deletion?.because === 'expired' && why('extend') === undefined ? (
          <Button variant="primary" icon={CircleFadingPlus} onClick={() => onOpen('extend')}>
            Extend and restore
          </Button>
        ) : (
          <Button variant="primary" icon={Undo2} disabledReason={why('undoDeletion')} onClick={() => onOpen('undoDeletion')}>
            {sandboxPageLabels.undo}
          </Button>
        ))}
      <Menu trigger={<IconButton icon={Ellipsis} label={sandboxPageLabels.more} variant="secondary" />} items={items} />
    </>
  )
}
