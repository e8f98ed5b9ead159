import { Siren } from 'lucide-react'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Status } from '../../../ui/Status.tsx'
import { mailLabels, mailSettingLabels } from './labels.ts'
import type { MailChoice, NotificationSettings, SettingsChange } from './types.ts'

const choices = (['now', 'digest', 'off'] as const).map((value) => ({ value, label: mailLabels[value] }))
const groupDefault = 'group'

interface NotificationGroupsProps {
  settings: NotificationSettings
  busy: boolean
  onChange: (change: SettingsChange) => Promise<void>
}

export function NotificationGroups({ settings: { groups }, busy, onChange }: NotificationGroupsProps) {
  return (
    <Panel title="Email" flush>
      <ul className="divide-y divide-line">
        {groups.map((group) => (
          <li key={group.id} className="px-4 py-3">
            <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-medium">{group.label}</p>
                <p className="text-sm text-ink-2">{group.description}</p>
              </div>
              <Select
                label={mailSettingLabels.choice(group.label)}
                hideLabel
                className="w-44"
                options={choices}
                value={group.mail}
                disabled={busy}
                onChange={(mail) => void onChange({ groups: { [group.id]: mail as MailChoice } })}
              />
            </div>
            <details className="mt-1.5">
              <summary className="w-fit cursor-pointer rounded-sm text-sm text-accent">
                {group.kinds.length === 1 ? '1 notification type' : `${group.kinds.length} notification types`}
                {group.kinds.some(({ own }) => own) && ', customised'}
              </summary>
              <ul className="mt-1.5 border-l-2 border-line pl-3">
                {group.kinds.map((kind) => (
                  <li key={kind.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
                    <span className="min-w-0 flex-1 basis-56">
                      {kind.label}
                      {kind.urgent && (
                        <span className="ml-2 inline-block text-sm">
                          <Status tone="warn" icon={Siren}>
                            Always immediate
                          </Status>
                        </span>
                      )}
                    </span>
                    <Select
                      label={mailSettingLabels.choice(kind.label)}
                      hideLabel
                      className="w-44"
                      options={[{ value: groupDefault, label: 'Same as group' }, ...choices]}
                      value={kind.own ? kind.mail : groupDefault}
                      disabled={busy}
                      onChange={(mail) => void onChange({ kinds: { [kind.id]: mail === groupDefault ? null : (mail as MailChoice) } })}
                    />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
