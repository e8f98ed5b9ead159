import { Check, TriangleAlert } from 'lucide-react'
import { CopyId } from '../../../ui/CopyId.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import type { AccessGroupDetail } from './types.ts'

/** Groups at or above this breadth get the same warning as in the access search. */
const broadThreshold = 500

export function GroupAbilities({ group }: { group: AccessGroupDetail }) {
  const lines =
    group.allowedActions.length > 0 ? group.allowedActions : [...new Set(group.roles.flatMap(({ allowedActions }) => allowedActions))]
  return (
    <Panel title="Allowed actions">
      {lines.length === 0 ? (
        <p className="text-ink-2">Azure hasn’t provided the actions of these roles yet. We check every minute.</p>
      ) : (
        <ul className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
          {lines.map((line) => (
            <li key={line} className="flex gap-2">
              <Check size={16} aria-hidden strokeWidth={2.4} className="mt-0.5 shrink-0 text-ok" />
              {line}
            </li>
          ))}
        </ul>
      )}
      {group.breadth >= broadThreshold && (
        <p className="mt-3 flex gap-2 text-sm">
          <TriangleAlert size={16} aria-hidden className="mt-px shrink-0 text-warn" />
          This group allows nearly all actions in the account. Look for a group with fewer permissions.
        </p>
      )}
      <div className="mt-4 border-t border-line pt-3">
        <h3 className="mb-1.5 text-sm font-semibold text-ink-2">Roles</h3>
        <ul className="space-y-1.5">
          {group.roles.map((role) => (
            <li key={`${role.roleDefinitionId} ${role.scope}`} className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <span className="font-medium">{role.roleName}</span>
              <span className="text-ink-2">on</span>
              <CopyId value={role.scope} kind="scope" />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
