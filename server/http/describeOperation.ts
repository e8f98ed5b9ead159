import type { Access } from '../access/access.ts'
import { errorCodes } from './errors.ts'
import type { Operation } from './operation.ts'
import { declaredErrors } from './register.ts'

const successes: Record<number, string> = {
  200: 'It went well.',
  201: 'It was made; the body shows it.',
  202: 'It was accepted and goes on in the background.',
  204: 'It went well; there is nothing to say.',
}

/** Who may call an operation, as the contract says it to people. */
export const accessWords: Record<Access, string> = {
  anyone: 'Anyone, without signing in.',
  signedIn: 'Everyone who is signed in.',
  owner: 'Its owners and administrators; auditors may read. Anyone else is refused with the reason.',
  approver: 'Who may decide it now. Anyone else is refused with the reason.',
  admin: 'Administrators.',
  adminOrAuditor: 'Administrators and auditors.',
}

/** What each status of an operation means: for a refusal every code that comes with it, and its words. */
export function answerWords(operation: Operation): Record<string, string> {
  const words: Record<string, string> = {}
  for (const status of Object.keys(operation.answers)) words[status] = successes[Number(status)] ?? 'The answer.'
  for (const code of declaredErrors(operation)) {
    const [status, title] = errorCodes[code]
    words[status] = [words[status], `\`${code}\`: ${title}.`].filter(Boolean).join(' ')
  }
  return words
}
