import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { fieldsOf, partOf } from '../../../http/inMemoryList.ts'
import { InMemoryListQuery, nextPageOf, PageWithNext, wholeSize } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { AccountId } from '../accounts/schemas.ts'
import { resourceIdParts } from './resourceId.ts'
import { InsightQuery } from './schemas.ts'
import { defenderOffFailure, fetchVulnerabilities, severities, Vulnerability } from './vulnerabilities.ts'

export const listResourceVulnerabilities = operation({
  id: 'listResourceVulnerabilities',
  method: 'GET',
  path: '/accounts/{id}/resourceVulnerabilityData',
  tag: 'accounts',
  summary: 'List the vulnerabilities of an account or resource, most severe and oldest first',
  description: `\`fetchedAt\` is when the data was read from Azure, at most one minute ago. Returns at most ${wholeSize} findings per page; \`nextPage\` is the next page. Returns 404 while Defender is off for the subscription.`,
  access: 'owner',
  params: AccountId,
  query: Type.Object(
    {
      ...InsightQuery.properties,
      resourceId: Type.Optional(
        Type.String({
          maxLength: 1_000,
          pattern: '^/subscriptions/[^?#]+$',
          description: 'Return only vulnerabilities of this resource, which must be in the account.',
        }),
      ),
      severity: Type.Optional(Type.Enum([...severities])),
      fixable: Type.Optional(Type.Boolean({ description: 'true: only findings that have a fix; false: only findings without a fix.' })),
      ...InMemoryListQuery.properties,
      search: Type.Optional(Type.String({ maxLength: 200, description: 'Searches title, CVE, resource and component.' })),
    },
    { additionalProperties: false },
  ),
  extraErrorStatuses: [404],
  responses: {
    200: Type.Object({
      items: Type.Array(Vulnerability),
      page: Type.Integer(),
      size: Type.Integer(),
      total: Type.Integer(),
      nextPage: PageWithNext(Vulnerability).properties.nextPage,
      fetchedAt: Timestamp,
    }),
  },
  errors: ['invalidFilter', 'notFound', 'notKnownYet', 'outsideFailed'],
  prepare: fetchVulnerabilities,
  async handler({ allow, audit, query }, { accountId, verdict, found: vulnerabilities, subscriptionId }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { resourceId, severity, fixable, page = 1, size = wholeSize } = query
    if (resourceId !== undefined) requireWithinSubscription(resourceId, subscriptionId!)
    const { value, fetchedAt } = vulnerabilities!
    if (!value) throw defenderOffFailure()
    const terms = query.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
    const requestedId = resourceId?.replace(/\/$/, '').toLowerCase()
    const matchingVulnerabilities = value.filter(
      (each) =>
        (requestedId === undefined || isAtResource(each.resource.id.toLowerCase(), requestedId)) &&
        (severity === undefined || each.severity === severity) &&
        (fixable === undefined || each.fixable === fixable) &&
        (terms.length === 0 || containsAll(`${each.title} ${each.cves.join(' ')} ${each.resource.name} ${each.component ?? ''}`, terms)),
    )
    const { items, total } = partOf(matchingVulnerabilities, fieldsOf(Vulnerability), {
      page,
      size,
      sort: query.sort,
      filter: query.filter,
    })
    return { items, page, size, total, nextPage: nextPageOf({ page, size, total }, items.length), fetchedAt: fetchedAt.toISOString() }
  },
})

/** @throws invalidRequest if the resource is in another subscription */
function requireWithinSubscription(resourceId: string, subscriptionId: string): void {
  if (resourceIdParts(resourceId).subscriptionId === subscriptionId.toLowerCase()) return
  const message = 'This resource isn’t in the account’s subscription. Use an ID from the list of its resources.'
  throw new Failure('invalidRequest', message, { errors: [{ field: 'resourceId', message }] })
}

/** Also matches parts of the resource, such as a server's database. */
function isAtResource(id: string, requestedId: string): boolean {
  return id === requestedId || id.startsWith(`${requestedId}/`)
}

function containsAll(text: string, terms: readonly string[]): boolean {
  const lowercased = text.toLowerCase()
  return terms.every((term) => lowercased.includes(term))
}
