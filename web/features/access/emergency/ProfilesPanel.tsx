import { useQuery } from '@tanstack/react-query'
import { History, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listEmergencyProfiles } from '../../../api/emergencyQueries.ts'
import { ActivityDrawer } from '../../../shared/ActivityDrawer.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { useIsAdmin } from '../../../shared/useIsAdmin.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { EndedIcon, Status } from '../../../ui/Status.tsx'
import { describeMinutes } from '../pim/labels.ts'
import type { Profile } from './types.ts'

const ProfileDialog = lazyComponent(() => import('./ProfileDialog.tsx').then(({ ProfileDialog }) => ({ default: ProfileDialog })))

const describeUse = (times: number) => (times === 0 ? 'never used' : times === 1 ? 'used once' : `used ${times} times`)

export function ProfilesPanel() {
  const profiles = useQuery(listEmergencyProfiles())
  const isAdmin = useIsAdmin()
  const [open, setOpen] = useState<Profile | 'new'>()
  const [openProfile, setOpenProfile] = useState<Profile>()
  return (
    <Panel
      title="Emergency profiles"
      description="Groups, scopes and roles for emergency access."
      flush
      actions={
        isAdmin && (
          <Button size="sm" icon={Plus} onClick={() => setOpen('new')}>
            New profile
          </Button>
        )
      }
    >
      {!profiles.data ? (
        <div className="p-4">
          <Loading subject="the emergency profiles" query={profiles} lines={3} />
        </div>
      ) : profiles.data.length === 0 ? (
        <div className="p-4">
          <EmptyState title="No emergency profiles yet">
            <p>Create a profile with an on-call group, a role and a scope. Without a profile, emergency access isn’t available.</p>
          </EmptyState>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {profiles.data.map((profile) => (
            <li key={profile.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="flex flex-wrap items-center gap-x-3 font-medium">
                  {profile.name}
                  {!profile.enabled && (
                    <Status tone="neutral" icon={EndedIcon}>
                      Disabled
                    </Status>
                  )}
                </p>
                <p className="text-sm text-ink-2">
                  {profile.group.name} ({profile.group.members} {profile.group.members === 1 ? 'person' : 'people'}) · {profile.role.name} ·{' '}
                  {profile.scope.name} · up to {describeMinutes(profile.maxMinutes)} · {describeUse(profile.used)}
                </p>
                {profile.description && <p className="text-sm text-ink-2">{profile.description}</p>}
              </div>
              {isAllowed(profile, 'follow') && (
                <IconButton size="sm" icon={History} label={`Activity of ${profile.name}`} onClick={() => setOpenProfile(profile)} />
              )}
              {isAllowed(profile, 'change') && (
                <Button size="sm" aria-label={`Edit ${profile.name}`} onClick={() => setOpen(profile)}>
                  Edit
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {open && <ProfileDialog profile={open === 'new' ? undefined : open} onOpenChange={(next) => !next && setOpen(undefined)} />}
      </Suspense>
      {openProfile && (
        <ActivityDrawer kind="emergencyProfile" id={openProfile.id} name={openProfile.name} onClose={() => setOpenProfile(undefined)} />
      )}
    </Panel>
  )
}
