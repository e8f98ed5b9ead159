import { redact } from '../../../clients/redact.ts'
import type { DoctorCheck } from './schemas.ts'

const maxTextLength = 600

/** Removes secrets, URLs with passwords, and control characters, which could change what a terminal shows. */
export function plain(text: string): string {
  return redact(text)
    .replace(/\/\/[^\s/@]+@/g, '//[redacted]@')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, maxTextLength)
}

type NewCheck = Pick<DoctorCheck, 'id' | 'category' | 'status' | 'title'> & Partial<DoctorCheck>

export function createCheck({ scope, detail, without, command, steps, ...check }: NewCheck): DoctorCheck {
  const text = (value: string | null | undefined) => (value ? plain(value) : null)
  // A command is not shortened, because it has the complete list of permissions. Its parts are quoted where they are inserted.
  return { ...check, scope: text(scope), detail: text(detail), without: text(without), command: command ?? null, steps: text(steps) }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The check failed.'
}

type ExitCode = 0 | 1 | 2

/** 0: nothing is missing; 1: something is missing or wrong; 2: something could not be checked. */
export function exitCodeOf(checks: readonly DoctorCheck[]): ExitCode {
  if (checks.some(({ status }) => status === 'failed')) return 1
  return checks.some(({ status }) => status === 'unknown') ? 2 : 0
}
