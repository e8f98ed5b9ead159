import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Emergency } from './types.ts'

const shortest = 50

export function WriteDialog({ emergency, onOpenChange }: { emergency: Emergency; onOpenChange: (open: boolean) => void }) {
  const write = useCall('writeEmergencyAfterword', ['emergencyAccess'])
  const [text, setText] = useState(emergency.afterword ?? '')
  const short = text.trim().length < shortest ? `A little more, please: at least ${shortest} characters.` : undefined
  const form = useForm(write, { afterword: short }, async () => {
    const { id, version } = emergency
    await write.mutateAsync({ params: { id }, body: { afterword: text.trim() }, headers: ifMatch(version) })
    toast.ok('Thank you', { description: 'An owner of the account or an administrator reads it now.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`What did you do in ${emergency.account.name}?`}
      description="It is kept in the audit and written into the incident."
      action="Send for review"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {emergency.reviewComment && (
        <Banner tone="info" title="You were asked for more">
          {emergency.reviewComment}
        </Banner>
      )}
      <TextArea
        label="What was wrong, what you did, what is left to do"
        name="afterword"
        rows={7}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={form.errorOf('afterword')}
      />
    </FormDialog>
  )
}
