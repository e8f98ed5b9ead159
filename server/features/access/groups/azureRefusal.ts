import { type Ability, abilities, type Deed } from './abilities.ts'

/** What can be read out of an error of Azure that somebody pasted. */
export interface Refusal {
  /** As Azure calls it, such as `Microsoft.Web/sites/restart/action`. */
  action: string
  /** What the action takes: one of these abilities is enough. */
  oneOf: string[]
  /** Of the scope, where one is named. */
  subscriptionId: string | undefined
  /** What was said beside the action. */
  rest: string
}

// Not after a slash: there it is part of a scope, which names what a resource is and not what is done to it.
const named = /(?<![/\w])Microsoft\.[\w.]+(?:\/[\w.-]+)*\/(?:read|write|delete|action)\b/i
const scope = /\/subscriptions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i

/** Reads Azure's own words for what was refused; nothing where the text names none of its actions. */
export function readRefusal(text: string): Refusal | undefined {
  const action = named.exec(text)?.[0]
  if (action === undefined) return undefined
  return { action, oneOf: abilitiesFor(action), subscriptionId: scope.exec(text)?.[1]?.toLowerCase(), rest: text.replace(action, ' ') }
}

const takenBy = ({ actions = [], dataActions = [] }: Ability) => [...actions, ...dataActions].map((each) => each.toLowerCase())

/** Abilities that take this very action; else those that do the like to the same sort of thing; else the widest of that sort. */
function abilitiesFor(action: string): string[] {
  const wanted = action.toLowerCase()
  const exact = abilities.filter((ability) => ability.id !== 'everything.see' && takenBy(ability).includes(wanted))
  if (exact.length > 0) return exact.map(({ id }) => id)
  const deed = deedOf(wanted)
  const sort = `${wanted.split('/').slice(0, 2).join('/')}/`
  const alike = abilities.filter((ability) => ability.deeds.includes(deed) && takenBy(ability).some((each) => each.startsWith(sort)))
  if (alike.length > 0) return alike.map(({ id }) => id)
  return [deed === 'see' ? 'everything.see' : 'everything.manage']
}

function deedOf(action: string): Deed {
  if (action.endsWith('/read')) return 'see'
  return /\/(?:re)?(?:start|stop|boot|deallocate|poweroff)\/action$/.test(action) ? 'restart' : 'manage'
}
