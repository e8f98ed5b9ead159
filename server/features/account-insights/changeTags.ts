import type { Clients } from '../../clients/clients.ts'
import { OutsideError } from '../../clients/outsideError.ts'
import { mostTags } from '../accounts/tagRules.ts'
import { inTurns } from './inTurns.ts'
import { isManagementTag } from './managementTag.ts'

type Tags = Record<string, string>
export type TagOperation = 'merge' | 'replace' | 'delete'

export interface TagResult {
  resourceId: string
  ok: boolean
  /** Nothing had to be sent: it was so already. */
  unchanged: boolean
  before: Tags | null
  /** As they are now; null when that is not known. */
  tags: Tags | null
  error: { code: string; message: string } | null
}

const atOnce = 8

/**
 * Changes the tags of each of these, eight at a time; one that fails does not stop the others. Doing it again is harmless.
 * @param deadlineMs what has not been begun by then is left alone and says so
 */
export function changeTags(
  { arm }: Pick<Clients, 'arm'>,
  { operation, tags, resourceIds }: { operation: TagOperation; tags: Tags; resourceIds: readonly string[] },
  deadlineMs = 45_000,
): Promise<TagResult[]> {
  const deadline = Date.now() + deadlineMs
  return inTurns(resourceIds, atOnce, async (resourceId) => {
    let before: Tags | null = null
    const failed = (code: string, message: string): TagResult => ({
      resourceId,
      ok: false,
      unchanged: false,
      before,
      tags: before,
      error: { code, message },
    })
    if (Date.now() > deadline) return failed('notBegun', 'Azure took too long over the others, so this one was not touched. Try it again.')
    try {
      before = await arm.getTags(resourceId)
      const { sent, after } = plan(before, operation, tags)
      const count = Object.keys(after).length
      if (count > mostTags) return failed('tooManyTags', `It would have ${count} tags; Azure allows ${mostTags}. Remove some first.`)
      const unchanged = same(before, after)
      const held = unchanged ? before : await arm.changeTags(resourceId, verbs[operation], sent)
      return { resourceId, ok: true, unchanged, before, tags: held, error: null }
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      return failed(error.code, error.message)
    }
  })
}

const verbs = { merge: 'Merge', replace: 'Replace', delete: 'Delete' } as const

/** What to send, and what is there afterwards. The management tag of what has it stays through a replacement. */
function plan(held: Tags, operation: TagOperation, given: Tags): { sent: Tags; after: Tags } {
  const entries = Object.entries(held)
  const spelling = new Map(entries.map(([name]) => [name.toLowerCase(), name]))
  switch (operation) {
    case 'merge': {
      const renamed = Object.entries(given).map(([name, value]) => [spelling.get(name.toLowerCase()) ?? name, value])
      return { sent: given, after: { ...held, ...Object.fromEntries(renamed) } }
    }
    case 'replace': {
      const sent = { ...Object.fromEntries(entries.filter(([name]) => isManagementTag(name))), ...given }
      return { sent, after: sent }
    }
    case 'delete': {
      const wanted = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
      const goes = ([name, value]: [string, string]) => ['', value].includes(wanted.get(name.toLowerCase()) ?? '\0')
      return {
        sent: Object.fromEntries(entries.filter(goes)),
        after: Object.fromEntries(entries.filter((entry) => !goes(entry))),
      }
    }
  }
}

function same(one: Tags, other: Tags): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
