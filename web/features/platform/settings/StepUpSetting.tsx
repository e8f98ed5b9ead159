import { problemOf } from '../../../api/problem.ts'
import { confirmFirst } from '../../../api/stepUp.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Select } from '../../../ui/Select.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { stepUpLabels } from './stepUpLabels.ts'
import type { Setting } from './types.ts'

export function StepUpSetting({ setting }: { setting: Setting }) {
  const send = useCall('updateSetting', ['setting'])
  const { name, title, description, value, version } = setting
  const reason = reasonOf(setting, 'change')
  const change = async (next: string) => {
    try {
      await send.mutateAsync({ params: { name }, body: { value: next }, headers: ifMatch(version) })
      toast.ok('Setting updated')
    } catch (error) {
      const { code, message } = problemOf(error)
      if (code === 'stepUpNeeded') return confirmFirst(`Set “${title}” to “${stepUpLabels[next as keyof typeof stepUpLabels]}”`)
      toast.bad('Couldn’t change the setting', { description: message })
    }
  }
  return (
    <Select
      label={title}
      hideLabel
      hint={reason ? `${description} ${reason}` : description}
      value={String(value)}
      disabled={reason !== undefined || send.isPending}
      onChange={(next) => void change(next)}
      options={Object.entries(stepUpLabels).map(([option, label]) => ({ value: option, label }))}
    />
  )
}
