import type { Access } from '../auth/access.ts'
import { errorCodes } from '../errors.ts'
import { declaredErrors } from './declared.ts'
import type { Operation } from './operation.ts'

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
  machine: 'Programs.',
}

/** The same with the API keys that may, too. */
export function whoMayCall({ access, apiKey, credential }: Operation): string {
  if (credential) return 'Whoever has the key that stands in the address.'
  return apiKey ? `${accessWords[access]} API keys with the scope ${apiKey}.` : accessWords[access]
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
