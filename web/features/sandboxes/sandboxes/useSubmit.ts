import { useRef } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { toast } from '../../../ui/Toast.tsx'
import { bodyOf, type Draft, formField, type Problem } from './draft.ts'
import type { SandboxRequest } from './types.ts'

const kinds = ['sandboxRequest', 'sandbox', 'sandboxTemplate', 'approval', 'notification'] as const

/**
 * Sends the request and returns the fields that the server rejected. Because of the idempotency key, a repeated submission doesn't create a
 * second request.
 */
export function useSubmit(request: SandboxRequest | undefined) {
  const navigateTo = useNavigateTo()
  const create = useCall('createSandboxRequest', kinds)
  const update = useCall('updateSandboxRequest', kinds)
  const sent = useRef({ body: '', key: '' })
  const send = async (draft: Draft): Promise<Problem[]> => {
    const body = bodyOf(draft)
    const text = JSON.stringify(body)
    if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
    try {
      const { templateId: _templateId, ...changes } = body
      const saved = request
        ? await update.mutateAsync({ params: { sboxRequestId: request.id }, body: changes, headers: ifMatch(request.version) })
        : await create.mutateAsync({ body, headers: { 'idempotency-key': sent.current.key } })
      if (saved.status === 'approved')
        toast.ok(`${saved.name} approved`, { description: 'Setup has started. This page shows its progress.' })
      else toast.ok(`${saved.reference} submitted`, { description: 'We’ll notify you of the decision. This page shows the status.' })
      navigateTo(paths.sandboxRequest(saved.id))
      return []
    } catch (error) {
      const { message, fields, code } = problemOf(error)
      const fieldProblems = fields.map((field) => ({ name: formField(field.name), message: field.message }))
      return fieldProblems.length > 0 ? fieldProblems : [{ name: code === 'nameTaken' ? 'name' : '', message }]
    }
  }
  return { send, sending: create.isPending || update.isPending }
}
