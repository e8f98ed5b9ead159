import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { listRoleDefinitions } from '../../../api/queries.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { joinLines, newGroupLabels } from './labels.ts'
import type { Account, Role } from './types.ts'

interface RolePickerProps {
  account: Account
  assignment: 'active' | 'eligible'
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  error: string | undefined
}

export function RolePicker({ account, assignment, chosen, onChange, error }: RolePickerProps) {
  const roles = useQuery(listRoleDefinitions(account.id))
  const [searchText, setSearchText] = useState('')
  const normalizedSearch = searchText.trim().toLocaleLowerCase()
  const isMatch = ({ name, allowedActions, description }: Role) =>
    `${name} ${allowedActions.join(' ')} ${description}`.toLocaleLowerCase().includes(normalizedSearch)
  const visibleRoles = roles.data?.items.filter((role) => normalizedSearch === '' || isMatch(role) || chosen.includes(role.id))
  return (
    <FieldGroup label="Roles" name="roleDefinitionIds" error={error}>
      <TextField
        label={newGroupLabels.findRole}
        hideLabel
        type="search"
        prefix={<Search size={15} aria-hidden />}
        placeholder="For example: secrets, read-only, web apps"
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      <div className="mt-2 max-h-64 overflow-y-auto rounded-md border border-line bg-surface" tabIndex={-1}>
        {roles.error && !roles.data ? (
          <div className="p-3">
            <LoadError subject="the roles" error={roles.error} onRetry={() => roles.refetch()} />
          </div>
        ) : !visibleRoles ? (
          <div className="p-3">
            <SkeletonText lines={5} />
          </div>
        ) : visibleRoles.length === 0 ? (
          <p className="p-3 text-ink-2">No matching roles. Try another search.</p>
        ) : (
          <ul className="divide-y divide-line">
            {visibleRoles.map((role) => (
              <RoleChoice
                key={role.id}
                role={role}
                chosen={chosen.includes(role.id)}
                locked={role.grantsAccess && assignment === 'active'}
                onChange={(isSelected) => onChange(isSelected ? [...chosen, role.id] : chosen.filter((id) => id !== role.id))}
              />
            ))}
          </ul>
        )}
      </div>
    </FieldGroup>
  )
}

function RoleChoice({
  role,
  chosen,
  locked,
  onChange,
}: {
  role: Role
  chosen: boolean
  locked: boolean
  onChange: (isSelected: boolean) => void
}) {
  const id = useId()
  return (
    <li className="flex gap-2.5 px-3 py-2">
      <input
        id={id}
        type="checkbox"
        className="tick mt-0.5"
        checked={chosen}
        disabled={locked && !chosen}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className="min-w-0 cursor-pointer">
        <span className="block font-medium">{joinLines(role.allowedActions) || role.description}</span>
        <span className="block text-sm text-ink-2">
          {role.name}
          {role.kind === 'custom' && ' · custom role in this account'}
          {locked && ' · for eligible groups only, because this role can grant access'}
        </span>
      </label>
    </li>
  )
}
