import { useQuery } from '@tanstack/react-query'
import { checkPimTicket } from '../../../api/pimQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { activateLabels } from './labels.ts'

const completePattern = /^[A-Za-z]{3,6}\d{5,}$/

interface TicketFieldProps {
  accountId: string
  roleDefinitionId: string
  value: string
  onChange: (number: string) => void
  /** True for a later start. The server checks the ticket’s planned times only when the request is sent. */
  later: boolean
  error?: string | undefined
}

export function TicketField({ accountId, roleDefinitionId, value, onChange, later, error }: TicketFieldProps) {
  const number = value.trim().toUpperCase()
  const debouncedNumber = useDebounced(number)
  const isRequested = !later && completePattern.test(debouncedNumber)
  const check = useQuery({ ...checkPimTicket(accountId, debouncedNumber, roleDefinitionId), enabled: isRequested })
  return (
    <TextField
      label={activateLabels.ticket}
      name="ticket"
      hint={`An open change, request or incident for this account that someone else opened${later ? '. It must still be open at the start time' : ''}.`}
      placeholder="CHG0031245"
      mono
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      state={isRequested && debouncedNumber === number ? stateOf(check) : undefined}
    />
  )
}

function stateOf({
  data,
  error,
  isPending,
}: {
  data?: { problem: string | null; title: string | null }
  error: unknown
  isPending: boolean
}): FieldState {
  if (isPending) return { status: 'checking', text: 'Checking in ServiceNow…' }
  if (error || !data) return { status: 'bad', text: problemOf(error).message }
  return data.problem ? { status: 'bad', text: data.problem } : { status: 'ok', text: data.title ?? 'Ticket found' }
}
