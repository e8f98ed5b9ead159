import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { useUnsaved } from '../../../shared/LeaveCheck.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Setting } from './types.ts'

type Value = Setting['value']

/**
 * The edited copy of a setting. It follows the saved value until it is edited. What is edited while a save is under way stays, and what is
 * edited before another person’s save is rejected by the server.
 */
export function useSettingDraft<Draft>(setting: Setting, draftOf: (value: Value) => Draft, toValue: (draft: Draft) => unknown) {
  const send = useCall('updateSetting', ['setting', 'maintenance'])
  const [base, setBase] = useState(setting)
  const [draft, setDraft] = useState(() => draftOf(setting.value))
  const textOf = (each: Draft) => JSON.stringify(toValue(each))
  const edited = textOf(draft)
  const isUnchanged = edited === textOf(draftOf(base.value))
  useUnsaved(!isUnchanged)
  if (setting.version > base.version && (isUnchanged || edited === textOf(draftOf(setting.value)))) {
    setBase(setting)
    setDraft(draftOf(setting.value))
  }
  const save = async () => {
    const body = { value: toValue(draft) as never }
    setBase(await send.mutateAsync({ params: { name: setting.name }, body, headers: ifMatch(base.version) }))
    toast.ok(`${setting.title} saved`)
  }
  return { draft, setDraft, isUnchanged, send, save }
}
