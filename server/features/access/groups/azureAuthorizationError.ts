import { type Ability, type AbilityVerb, abilities } from './abilities.ts'

interface AuthorizationError {
  /** An Azure action such as `Microsoft.Web/sites/restart/action`. */
  action: string
  oneOf: string[]
  subscriptionId: string | undefined
  rest: string
}

// A match after a slash would be part of a scope, which names a resource instead of an action.
const actionPattern = /(?<![/\w])Microsoft\.[\w.]+(?:\/[\w.-]+)*\/(?:read|write|delete|action)\b/i
const scope = /\/subscriptions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i

export function parseAuthorizationError(text: string): AuthorizationError | undefined {
  const action = actionPattern.exec(text)?.[0]
  if (action === undefined) return undefined
  return { action, oneOf: abilitiesFor(action), subscriptionId: scope.exec(text)?.[1]?.toLowerCase(), rest: text.replace(action, ' ') }
}

const actionsOf = ({ actions = [], dataActions = [] }: Ability) => [...actions, ...dataActions].map((each) => each.toLowerCase())

/**
 * Returns abilities with this exact action first, then abilities with similar actions on the same type of resource, then the broadest
 * ability for that type of resource.
 */
function abilitiesFor(action: string): string[] {
  const lowercasedAction = action.toLowerCase()
  const exactAbilities = abilities.filter((ability) => ability.id !== 'everything.see' && actionsOf(ability).includes(lowercasedAction))
  if (exactAbilities.length > 0) return exactAbilities.map(({ id }) => id)
  const verb = verbOf(lowercasedAction)
  const resourceTypePrefix = `${lowercasedAction.split('/').slice(0, 2).join('/')}/`
  const matchingAbilities = abilities.filter(
    (ability) => ability.verbs.includes(verb) && actionsOf(ability).some((each) => each.startsWith(resourceTypePrefix)),
  )
  if (matchingAbilities.length > 0) return matchingAbilities.map(({ id }) => id)
  return [verb === 'see' ? 'everything.see' : 'everything.manage']
}

function verbOf(action: string): AbilityVerb {
  if (action.endsWith('/read')) return 'see'
  return /\/(?:re)?(?:start|stop|boot|deallocate|poweroff)\/action$/.test(action) ? 'restart' : 'manage'
}
