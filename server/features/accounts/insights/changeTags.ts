import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { TagResult } from '../../../db/tables.ts'
import { maxTags } from '../accounts/tagRules.ts'
import { isManagementTag } from './managementTag.ts'

type Tags = Record<string, string>
export type TagOperation = 'merge' | 'replace' | 'delete'
export type TagsBefore = { tags: Tags } | { error: { code: string; message: string } }

export async function fetchTags({ arm }: Pick<Clients, 'arm'>, resourceId: string): Promise<TagsBefore> {
  return callForTags(async () => ({ tags: await arm.getTags(resourceId) }))
}

/** Sends only the tags that differ. A repeated call is harmless, because the request is computed from the tags before the change. */
export async function changeTags(
  { arm }: Pick<Clients, 'arm'>,
  { operation, tags }: { operation: TagOperation; tags: Tags },
  resourceId: string,
  presentTags: TagsBefore,
): Promise<TagResult> {
  const before = 'tags' in presentTags ? presentTags.tags : null
  const failed = (error: TagResult['error']): TagResult => ({ resourceId, ok: false, unchanged: false, before, tags: before, error })
  if (!('tags' in presentTags)) return failed(presentTags.error)
  const { sent: tagsToSend, after } = plan(presentTags.tags, operation, tags)
  const count = Object.keys(after).length
  if (count > maxTags)
    return failed({
      code: 'tooManyTags',
      message: `The resource would have ${count} tags, but Azure’s limit is ${maxTags}. Remove some tags first.`,
    })
  const unchanged = hasSameTags(presentTags.tags, after)
  if (unchanged) return { resourceId, ok: true, unchanged, before, tags: before, error: null }
  const changed = await callForTags(async () => ({ tags: await arm.changeTags(resourceId, operationLabels[operation], tagsToSend) }))
  return 'tags' in changed ? { resourceId, ok: true, unchanged, before, tags: changed.tags, error: null } : failed(changed.error)
}

async function callForTags(call: () => Promise<{ tags: Tags }>): Promise<TagsBefore> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    return { error: { code: error.code, message: error.message } }
  }
}

const operationLabels = { merge: 'Merge', replace: 'Replace', delete: 'Delete' } as const

function plan(presentTags: Tags, operation: TagOperation, requestedTags: Tags): { sent: Tags; after: Tags } {
  const entries = Object.entries(presentTags)
  const originalNames = new Map(entries.map(([name]) => [name.toLowerCase(), name]))
  switch (operation) {
    case 'merge': {
      const renamedTags = Object.entries(requestedTags).map(([name, value]) => [originalNames.get(name.toLowerCase()) ?? name, value])
      return { sent: requestedTags, after: { ...presentTags, ...Object.fromEntries(renamedTags) } }
    }
    case 'replace': {
      const tagsToSend = { ...Object.fromEntries(entries.filter(([name]) => isManagementTag(name))), ...requestedTags }
      return { sent: tagsToSend, after: tagsToSend }
    }
    case 'delete': {
      const requestedByName = new Map(Object.entries(requestedTags).map(([name, value]) => [name.toLowerCase(), value]))
      const isRemoved = ([name, value]: [string, string]) => ['', value].includes(requestedByName.get(name.toLowerCase()) ?? '\0')
      return {
        sent: Object.fromEntries(entries.filter(isRemoved)),
        after: Object.fromEntries(entries.filter((entry) => !isRemoved(entry))),
      }
    }
  }
}

function hasSameTags(a: Tags, b: Tags): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
