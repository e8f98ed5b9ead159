import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { findGroup, findResource, saveGroup, saveResource } from './resourceStore.ts'
import { changeSubscription, findSubscription } from './subscriptionStore.ts'
import { checkTags, type Tags } from './tagRules.ts'

interface TaggedScope {
  tags: Tags
  save: (tags: Tags) => void
}

function taggedAt({ sim }: ArmRequest, scope: string): TaggedScope {
  const segments = scope.split('/').filter(Boolean)
  const subscription = findSubscription(sim, segments[1] ?? '')
  if (segments.length === 2)
    return { tags: subscription.tags, save: (tags) => changeSubscription(sim, subscription.subscriptionId, { tags }) }
  if (segments.length === 4) {
    const { provisioningState: _, ...group } = findGroup(sim, subscription, segments[3]!)
    return { tags: group.tags, save: (tags) => saveGroup(sim, subscription, { ...group, tags }) }
  }
  const resource = findResource(sim, scope)
  return { tags: resource.tags, save: (tags) => saveResource(sim, { ...resource, tags }) }
}

function toReply(request: ArmRequest, tags: Tags): ArmReply {
  const id = `${request.params.scope}/providers/Microsoft.Resources/tags/default`
  return ok({ id, name: 'default', type: 'Microsoft.Resources/tags', properties: { tags } })
}

function bodyTags(request: ArmRequest): Tags {
  const { tags } = (request.body.properties ?? {}) as { tags?: Tags }
  if (!tags) throw new ArmError(400, 'InvalidRequestContent', "The request content is missing the required property 'properties.tags'.")
  return tags
}

/** Azure ignores the case of tag names and keeps the first spelling. */
function merge(currentTags: Tags, newTags: Tags): Tags {
  const mergedTags = { ...currentTags }
  for (const [name, value] of Object.entries(newTags)) {
    const knownTag = Object.keys(mergedTags).find((each) => each.toLowerCase() === name.toLowerCase())
    mergedTags[knownTag ?? name] = value
  }
  return mergedTags
}

function omitTags(currentTags: Tags, newTags: Tags): Tags {
  const removedKeys = new Set(Object.entries(newTags).map(([name, value]) => `${name.toLowerCase()}=${value}`))
  return Object.fromEntries(Object.entries(currentTags).filter(([name, value]) => !removedKeys.has(`${name.toLowerCase()}=${value}`)))
}

function longestName({ params }: ArmRequest): number {
  return /\/providers\/microsoft\.storage\/storageaccounts\/[^/]+$/i.test(params.scope!) ? 128 : 512
}

function patch(request: ArmRequest): ArmReply {
  const taggedResource = taggedAt(request, request.params.scope!)
  const newTags = bodyTags(request)
  const operations: Record<string, () => Tags> = {
    merge: () => merge(taggedResource.tags, newTags),
    replace: () => newTags,
    delete: () => omitTags(taggedResource.tags, newTags),
  }
  const operation = operations[String(request.body.operation).toLowerCase()]
  if (!operation)
    throw new ArmError(
      400,
      'InvalidTagsPatchOperation',
      `The tags operation '${request.body.operation}' is invalid. Allowed: Merge, Replace, Delete.`,
    )
  const tags = checkTags(operation(), longestName(request))
  taggedResource.save(tags)
  return toReply(request, tags)
}

function put(request: ArmRequest): ArmReply {
  const tags = checkTags(bodyTags(request), longestName(request))
  taggedAt(request, request.params.scope!).save(tags)
  return toReply(request, tags)
}

const path = '{scope}/providers/Microsoft.Resources/tags/default'

export const tagRoutes: ArmRoute[] = [
  { method: 'GET', path, handle: (request) => toReply(request, taggedAt(request, request.params.scope!).tags) },
  { method: 'PUT', path, handle: put },
  { method: 'PATCH', path, handle: patch },
  {
    method: 'DELETE',
    path,
    handle: (request) => {
      taggedAt(request, request.params.scope!).save({})
      return { status: 200 }
    },
  },
]
