import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { listRoleDefinitions } from '../../../api/queries.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { inOneLine, newGroupLabels } from './labels.ts'
import type { Account, Role } from './types.ts'

interface RolePickerProps {
  account: Account
  assignment: 'active' | 'eligible'
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  error: string | undefined
}

/** Searches what each role allows, its Azure name and its description. */
export function RolePicker({ account, assignment, chosen, onChange, error }: RolePickerProps) {
  const roles = useQuery(listRoleDefinitions(account.id))
  const [word, setWord] = useState('')
  const wanted = word.trim().toLocaleLowerCase()
  const fits = ({ name, lets, description }: Role) => `${name} ${lets.join(' ')} ${description}`.toLocaleLowerCase().includes(wanted)
  const shown = roles.data?.items.filter((role) => wanted === '' || fits(role) || chosen.includes(role.id))
  return (
    <FieldGroup label="Roles" name="roleDefinitionIds" error={error}>
      <TextField
        label={newGroupLabels.findRole}
        hideLabel
        type="search"
        prefix={<Search size={15} aria-hidden />}
        placeholder="For example: secrets, see everything, web apps"
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <div className="mt-2 max-h-64 overflow-y-auto rounded-md border border-line bg-surface" tabIndex={-1}>
        {roles.error && !roles.data ? (
          <div className="p-3">
            <Failed what="The roles" error={roles.error} onRetry={() => roles.refetch()} />
          </div>
        ) : !shown ? (
          <div className="p-3">
            <SkeletonText lines={5} />
          </div>
        ) : shown.length === 0 ? (
          <p className="p-3 text-ink-2">No roles in this account match. Try another search.</p>
        ) : (
          <ul className="divide-y divide-line">
            {shown.map((role) => (
              <RoleChoice
                key={role.id}
                role={role}
                chosen={chosen.includes(role.id)}
                locked={role.grantsAccess && assignment === 'active'}
                onChange={(take) => onChange(take ? [...chosen, role.id] : chosen.filter((id) => id !== role.id))}
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
  onChange: (take: boolean) => void
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
        <span className="block font-medium">{inOneLine(role.lets) || role.description}</span>
        <span className="block text-sm text-ink-2">
          {role.name}
          {role.kind === 'custom' && ' · custom role of this account'}
          {locked && ' · only for eligible groups, because this role can grant access'}
        </span>
      </label>
    </li>
  )
}
