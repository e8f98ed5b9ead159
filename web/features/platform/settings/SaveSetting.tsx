import { Button } from '../../../ui/Button.tsx'
import { saveLabel } from './settingLabels.ts'

interface SaveSettingProps {
  deniedReason: string | undefined
  busy: boolean
  isUnchanged: boolean
}

export function SaveSetting({ deniedReason, busy, isUnchanged }: SaveSettingProps) {
  if (deniedReason) return <p className="text-sm text-ink-2">{deniedReason}</p>
  return (
    <div>
      <Button type="submit" loading={busy} disabledReason={isUnchanged ? 'There are no changes to save.' : undefined}>
        {saveLabel}
      </Button>
    </div>
  )
}
