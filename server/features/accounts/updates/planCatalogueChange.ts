import type { Db } from '../../../db/database.ts'
import type { FieldProblem } from '../../../errors.ts'
import { currency } from '../accounts/currency.ts'
import { checkInputs } from '../catalogue/checkInputs.ts'
import type { InputValues } from '../catalogue/inputSchema.ts'
import { deltaOf } from './labels.ts'
import type { CatalogueChange, ItemLine, ServicesState } from './schemas.ts'
import { heldServices, orderableItems, presentLine } from './services.ts'

const maxItems = 40

export interface CataloguePlan {
  problems: FieldProblem[]
  before: ServicesState
  after: ServicesState
  requestedIds: string[]
}

export async function planCatalogueChange(db: Db, accountId: string, change: CatalogueChange): Promise<CataloguePlan> {
  const { add = [], change: alter = [], remove = [] } = lowered(change)
  const held = await heldServices(db, accountId)
  const heldIds = new Set(held.map((item) => item.id))
  const named = [...add.map(({ itemId }) => itemId), ...alter.map(({ itemId }) => itemId), ...remove]
  const offered = await orderableItems(db, named)
  const problems: FieldProblem[] = []
  const problem = (field: string, message: string) => problems.push({ field, message })

  named.forEach((id, index) => {
    if (named.indexOf(id) !== index) problem(resolveScope(index, add.length, alter.length), 'appears twice')
  })
  remove.forEach((id, index) => {
    if (!heldIds.has(id)) problem(`remove.${index}`, 'isn’t a service of this account')
  })
  const lineOf = (list: 'add' | 'change', { itemId, inputs }: { itemId: string; inputs: InputValues }, index: number): ItemLine[] => {
    const item = offered.get(itemId)
    const place = `${list}.${index}.itemId`
    if (!item) problem(place, 'isn’t in the catalogue')
    else if (list === 'add' && !item.enabled) problem(place, `${item.name} isn’t available now`)
    else if (list === 'add' && heldIds.has(itemId)) problem(place, `${item.name} is already a service of this account`)
    else if (list === 'change' && !heldIds.has(itemId)) problem(place, `${item.name} isn’t a service of this account`)
    if (!item) return []
    for (const { field, message } of checkInputs(item.inputs, inputs)) problem(`${list}.${index}.inputs.${field}`, message)
    return [presentLine(item, inputs)]
  }
  const added = add.flatMap((each, index) => lineOf('add', each, index))
  const altered = new Map(alter.flatMap((each, index) => lineOf('change', each, index)).map((line) => [line.id, line]))

  const before = stateOf(held)
  const kept = held.filter((item) => !remove.includes(item.id)).map((item) => altered.get(item.id) ?? item)
  const after = stateOf([...kept, ...added].sort((one, other) => one.name.localeCompare(other.name, 'en')))
  if (problems.length === 0 && isEmpty(deltaOf(before, after))) problem('', 'This changes nothing. Add, change or remove a service first.')
  if (after.items.length > maxItems) problem('add', `an account has at most ${maxItems} services`)
  return { problems, before, after, requestedIds: [...added.map(({ id }) => id), ...altered.keys()] }
}

function resolveScope(index: number, added: number, altered: number): string {
  if (index < added) return `add.${index}.itemId`
  return index < added + altered ? `change.${index - added}.itemId` : `remove.${index - added - altered}`
}

/** The database writes ids in lower case. */
function lowered({ add, change, remove }: CatalogueChange): CatalogueChange {
  const low = (list: typeof add) => list?.map((each) => ({ ...each, itemId: each.itemId.toLowerCase() })) ?? []
  return { add: low(add), change: low(change), remove: remove?.map((id) => id.toLowerCase()) ?? [] }
}

const stateOf = (items: ItemLine[]): ServicesState => ({
  items,
  monthly: { amount: items.reduce((sum, item) => sum + item.monthly, 0), currency },
})

const isEmpty = ({ added, changed, removed }: ReturnType<typeof deltaOf>) => added.length + changed.length + removed.length === 0
