import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Switch } from '../../../ui/Checkbox.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Setting } from './types.ts'

/** The switch is saved immediately. */
export function SwitchSetting({ setting }: { setting: Setting }) {
  const send = useCall('updateSetting', ['setting'])
  const { name, title, description, value, version } = setting
  const reason = reasonOf(setting, 'change')
  const change = async (next: boolean) => {
    try {
      await send.mutateAsync({ params: { name }, body: { value: next }, headers: ifMatch(version) })
      toast.ok(`${title} switched ${next ? 'on' : 'off'}`)
    } catch (error) {
      toast.bad('Couldn’t change the setting', { description: problemOf(error).message })
    }
  }
  return (
    <Switch
      label={value === true ? 'On' : 'Off'}
      aria-label={title}
      hint={reason ? `${description} ${reason}` : description}
      checked={value === true}
      disabled={reason !== undefined || send.isPending}
      onChange={({ target }) => void change(target.checked)}
    />
  )
}
