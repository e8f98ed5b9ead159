import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { emergencyLabels, shortestReport } from './emergencyLabels.ts'
import type { Emergency } from './types.ts'

export function PostUseReportDialog({ emergency, onOpenChange }: { emergency: Emergency; onOpenChange: (open: boolean) => void }) {
  const write = useCall('submitEmergencyReport', ['emergencyAccess'])
  const [text, setText] = useState(emergency.report ?? '')
  const reasonProblem = text.trim().length < shortestReport ? emergencyLabels.reportTooShort(shortestReport) : undefined
  const form = useForm(write, { report: reasonProblem }, async () => {
    const { id, version } = emergency
    await write.mutateAsync({ params: { id }, body: { report: text.trim() }, headers: ifMatch(version) })
    toast.ok('Report submitted', { description: 'An account owner or administrator reviews it next.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Post-use report for ${emergency.account.name}`}
      description="Recorded in the audit trail and added to the incident."
      action={emergencyLabels.submit}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {emergency.reviewComment && (
        <Banner tone="info" title="More details requested">
          {emergency.reviewComment}
        </Banner>
      )}
      <TextArea
        label={emergencyLabels.report}
        hint="Describe the problem, what you did and what is left to do."
        rows={7}
        maxLength={4_000}
        {...form.text('report', text, setText)}
      />
    </FormDialog>
  )
}
