import { type Ability, abilities, type Verb } from './abilities.ts'

export interface Refusal {
  /** An Azure action such as `Microsoft.Web/sites/restart/action`. */
  action: string
  oneOf: string[]
  /** The subscription in the error’s scope, if it names one. */
  subscriptionId: string | undefined
  rest: string
}

// A match after a slash would be part of a scope, which names a resource and not an action.
const named = /(?<![/\w])Microsoft\.[\w.]+(?:\/[\w.-]+)*\/(?:read|write|delete|action)\b/i
const scope = /\/subscriptions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i

/** Reads the denied action from an Azure error. @returns undefined if the text names no action */
export function readRefusal(text: string): Refusal | undefined {
  const action = named.exec(text)?.[0]
  if (action === undefined) return undefined
  return { action, oneOf: abilitiesFor(action), subscriptionId: scope.exec(text)?.[1]?.toLowerCase(), rest: text.replace(action, ' ') }
}

const takenBy = ({ actions = [], dataActions = [] }: Ability) => [...actions, ...dataActions].map((each) => each.toLowerCase())

/** Prefers abilities with this exact action, then similar actions on the same type of resource, then the broadest for that type. */
function abilitiesFor(action: string): string[] {
  const wanted = action.toLowerCase()
  const exact = abilities.filter((ability) => ability.id !== 'everything.see' && takenBy(ability).includes(wanted))
  if (exact.length > 0) return exact.map(({ id }) => id)
  const verb = verbOf(wanted)
  const sort = `${wanted.split('/').slice(0, 2).join('/')}/`
  const alike = abilities.filter((ability) => ability.verbs.includes(verb) && takenBy(ability).some((each) => each.startsWith(sort)))
  if (alike.length > 0) return alike.map(({ id }) => id)
  return [verb === 'see' ? 'everything.see' : 'everything.manage']
}

function verbOf(action: string): Verb {
  if (action.endsWith('/read')) return 'see'
  return /\/(?:re)?(?:start|stop|boot|deallocate|poweroff)\/action$/.test(action) ? 'restart' : 'manage'
}
