import { withDeadline } from '../../../clients/withDeadline.ts'
import { codeOf } from './codes.ts'

const maxPartMs = 60_000
const mailAddress = /[\w.+-]@[\w-]+\.[a-z]/i

export interface Part {
  name: string
  /**
   * Reads the part. An object becomes JSON.
   * @returns undefined if this installation doesn't have it
   * @throws if it can't be read
   */
  read(): Promise<object | string | undefined>
}

interface PartResult {
  name: string
  /**
   * `absent`: this installation doesn't have the part; `missing`: it could not be read; `withheld`: it contained a secret or an email
   * address.
   */
  status: 'included' | 'absent' | 'missing' | 'withheld'
  code: string | null
}

export interface SupportBundleParts {
  files: { name: string; text: string }[]
  results: PartResult[]
}

/**
 * Reads the parts of a bundle one after the other. A part that fails doesn't affect the others.
 * @param hidden values that must not be in the bundle. Each part already leaves them out; a part that contains one by mistake is withheld.
 */
export async function collectParts(parts: readonly Part[], hidden: readonly string[]): Promise<SupportBundleParts> {
  const collected: SupportBundleParts = { files: [], results: [] }
  for (const { name, read } of parts) {
    const result = await readPart(read)
    const text = result.text
    if (text !== undefined && (mailAddress.test(text) || hidden.some((value) => containsValue(text, value))))
      collected.results.push({ name, status: 'withheld', code: null })
    else {
      if (text !== undefined) collected.files.push({ name, text })
      collected.results.push({ name, status: result.status, code: result.code })
    }
  }
  return collected
}

const containsValue = (text: string, value: string) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1))

async function readPart(read: Part['read']): Promise<Pick<PartResult, 'status' | 'code'> & { text?: string }> {
  try {
    const content = await withDeadline(
      maxPartMs,
      read().then((value) => ({ value })),
    )
    if (content === undefined) return { status: 'missing', code: 'ETIMEDOUT' }
    if (content.value === undefined) return { status: 'absent', code: null }
    const { value } = content
    return { status: 'included', code: null, text: typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n` }
  } catch (error) {
    return { status: 'missing', code: codeOf((error as { code?: unknown } | null)?.code) ?? codeOf((error as Error | null)?.name) }
  }
}
