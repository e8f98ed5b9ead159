import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { TagResult } from '../../../db/tables.ts'
import { maxTags } from '../accounts/tagRules.ts'
import { isManagementTag } from './managementTag.ts'

type Tags = Record<string, string>
export type TagOperation = 'merge' | 'replace' | 'delete'
export type TagsBefore = { tags: Tags } | { error: { code: string; message: string } }

/** Returns a refusal by Azure as an answer. */
export async function readTags({ arm }: Pick<Clients, 'arm'>, resourceId: string): Promise<TagsBefore> {
  return answered(async () => ({ tags: await arm.getTags(resourceId) }))
}

/** Sends only the tags that differ. Repeating it is harmless, because the request follows from the tags before the change. */
export async function changeTags(
  { arm }: Pick<Clients, 'arm'>,
  { operation, tags }: { operation: TagOperation; tags: Tags },
  resourceId: string,
  held: TagsBefore,
): Promise<TagResult> {
  const before = 'tags' in held ? held.tags : null
  const failed = (error: TagResult['error']): TagResult => ({ resourceId, ok: false, unchanged: false, before, tags: before, error })
  if (!('tags' in held)) return failed(held.error)
  const { sent, after } = plan(held.tags, operation, tags)
  const count = Object.keys(after).length
  if (count > maxTags)
    return failed({ code: 'tooManyTags', message: `This would make ${count} tags; Azure’s limit is ${maxTags}. Remove some first.` })
  const unchanged = same(held.tags, after)
  if (unchanged) return { resourceId, ok: true, unchanged, before, tags: before, error: null }
  const changed = await answered(async () => ({ tags: await arm.changeTags(resourceId, verbs[operation], sent) }))
  return 'tags' in changed ? { resourceId, ok: true, unchanged, before, tags: changed.tags, error: null } : failed(changed.error)
}

async function answered(ask: () => Promise<{ tags: Tags }>): Promise<TagsBefore> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { error: { code: error.code, message: error.message } }
  }
}

const verbs = { merge: 'Merge', replace: 'Replace', delete: 'Delete' } as const

/** Plans what to send and the result. A replacement keeps the management tag. */
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
