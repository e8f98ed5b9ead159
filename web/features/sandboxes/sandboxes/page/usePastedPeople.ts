import { useState } from 'react'
import { problemOf } from '../../../../api/problem.ts'
import { call } from '../../../../api/queryCall.ts'
import type { Person } from '../../../../shared/PersonPicker.tsx'
import { addressesIn } from './addresses.ts'

const max = 200

export function usePastedPeople() {
  const [pastedText, setPastedText] = useState('')
  const [unknown, setUnknown] = useState<{ input: string; reason: string }[]>([])
  const [isLookingUp, setIsLookingUp] = useState(false)
  const [lookupProblem, setLookupProblem] = useState<string>()
  /** Adds the people with the pasted email addresses. @throws if the directory doesn’t respond */
  const lookUp = async (people: readonly Person[]): Promise<Person[]> => {
    const addresses = addressesIn(pastedText)
    if (addresses.length === 0) return [...people]
    if (addresses.length > max) {
      const message = `Paste up to ${max} email addresses at a time. You pasted ${addresses.length}.`
      setLookupProblem(message)
      throw new Error(message)
    }
    setIsLookingUp(true)
    setLookupProblem(undefined)
    try {
      const results = await call('validateUsers', { body: addresses })
      const missing = results.filter(({ valid }) => !valid)
      const result = results.flatMap(({ valid, user }) => (valid && user ? [user] : []))
      setUnknown(missing.map(({ input, reason = 'not found in the directory' }) => ({ input, reason })))
      setPastedText(missing.map(({ input }) => input).join('\n'))
      const all = new Map([...people, ...result].map((person) => [person.id, person]))
      if (missing.length > 0 && result.length === 0) throw new Error('None of these people can be invited.')
      return [...all.values()]
    } catch (error) {
      setLookupProblem(problemOf(error).message)
      throw error
    } finally {
      setIsLookingUp(false)
    }
  }
  return { pasted: pastedText, setPasted: setPastedText, unknown, isLookingUp, lookUp, lookupProblem }
}
