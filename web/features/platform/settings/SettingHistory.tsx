import { useQuery } from '@tanstack/react-query'
import { listSettingChanges } from '../../../api/adminQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { confirmFirst } from '../../../api/stepUp.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { formatSettingValue } from './formatSettingValue.ts'
import type { Setting } from './types.ts'

export function SettingHistory({ setting }: { setting: Setting }) {
  const formatValue = (value: unknown) => formatSettingValue(setting.name, value)
  const { data } = useQuery({ ...listSettingChanges(setting.name), enabled: setting.version > 0 })
  const send = useCall('updateSetting', ['setting', 'maintenance'])
  if (!data || data.length === 0) return null
  const restoreValue = async (before: unknown) => {
    try {
      await send.mutateAsync({ params: { name: setting.name }, body: { value: before }, headers: ifMatch(setting.version) })
      toast.ok('Previous value restored')
    } catch (error) {
      if (problemOf(error).code === 'stepUpNeeded') return confirmFirst(`Restore “${formatValue(before)}” for “${setting.title}”`)
      toast.bad('Couldn’t restore the previous value', { description: problemOf(error).message })
    }
  }
  return (
    <details className="text-sm">
      <summary className="cursor-pointer rounded-sm text-ink-2">
        Changed <RelativeTime at={data[0]!.at} /> by {data[0]!.changedBy.displayName}
      </summary>
      <ul className="mt-2 divide-y divide-line">
        {data.map((change) => (
          <li key={change.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              {change.changedBy.displayName}, <RelativeTime at={change.at} />: from “{formatValue(change.before)}” to “
              {formatValue(change.after)}”
            </span>
            {isAllowed(setting, 'change') && (
              <Button size="sm" onClick={() => void restoreValue(change.before)}>
                Restore “{formatValue(change.before)}”
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
