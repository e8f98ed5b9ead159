import { currency } from '../../../currency.ts'
import type { Db } from '../../../db/database.ts'
import type { FieldProblem } from '../../../errors.ts'
import { checkInputs } from '../catalogue/checkInputs.ts'
import type { InputValues } from '../catalogue/inputSchema.ts'
import { deltaOf } from './labels.ts'
import type { CatalogueChange, ItemLine, ServicesState } from './schemas.ts'
import { currentServicesOf, orderableItems, presentLine } from './services.ts'

const maxItems = 40

export interface CataloguePlan {
  problems: FieldProblem[]
  before: ServicesState
  after: ServicesState
  requestedIds: string[]
}

export const noChanges = 'There are no changes. Add, change or remove a service first.'

export async function planCatalogueChange(db: Db, accountId: string, change: CatalogueChange): Promise<CataloguePlan> {
  const { add = [], change: changedItems = [], remove = [] } = withLowercaseIds(change)
  const currentServices = await currentServicesOf(db, accountId)
  const currentIds = new Set(currentServices.map((item) => item.id))
  const changedItemIds = [...add.map(({ itemId }) => itemId), ...changedItems.map(({ itemId }) => itemId), ...remove]
  const offered = await orderableItems(db, changedItemIds)
  const problems: FieldProblem[] = []
  const problem = (field: string, message: string) => problems.push({ field, message })

  changedItemIds.forEach((id, index) => {
    if (changedItemIds.indexOf(id) !== index) problem(itemFieldPath(index, add.length, changedItems.length), 'appears twice')
  })
  remove.forEach((id, index) => {
    if (!currentIds.has(id)) problem(`remove.${index}`, 'isn’t a service of this account')
  })
  const toItemLine = (
    listName: 'add' | 'change',
    { itemId, inputs }: { itemId: string; inputs: InputValues },
    index: number,
  ): ItemLine[] => {
    const item = offered.get(itemId)
    const fieldPath = `${listName}.${index}.itemId`
    if (!item) problem(fieldPath, 'isn’t in the catalogue')
    else if (listName === 'add' && !item.enabled) problem(fieldPath, `${item.name} isn’t currently available`)
    else if (listName === 'add' && currentIds.has(itemId)) problem(fieldPath, `${item.name} is already a service of this account`)
    else if (listName === 'change' && !currentIds.has(itemId)) problem(fieldPath, `${item.name} isn’t a service of this account`)
    if (!item) return []
    for (const { field, message } of checkInputs(item.inputs, inputs)) problem(`${listName}.${index}.inputs.${field}`, message)
    return [presentLine(item, inputs)]
  }
  const addedItems = add.flatMap((each, index) => toItemLine('add', each, index))
  const alteredItems = new Map(
    changedItems.flatMap((each, index) => toItemLine('change', each, index)).map((alteredItem) => [alteredItem.id, alteredItem]),
  )

  const before = stateOf(currentServices)
  const remainingItems = currentServices.filter((item) => !remove.includes(item.id)).map((item) => alteredItems.get(item.id) ?? item)
  const after = stateOf([...remainingItems, ...addedItems].sort((a, b) => a.name.localeCompare(b.name, 'en')))
  if (problems.length === 0 && isEmpty(deltaOf(before, after))) problem('', noChanges)
  if (after.items.length > maxItems) problem('add', `an account can have at most ${maxItems} services`)
  return { problems, before, after, requestedIds: [...addedItems.map(({ id }) => id), ...alteredItems.keys()] }
}

function itemFieldPath(index: number, addedItems: number, alteredItems: number): string {
  if (index < addedItems) return `add.${index}.itemId`
  return index < addedItems + alteredItems ? `change.${index - addedItems}.itemId` : `remove.${index - addedItems - alteredItems}`
}

function withLowercaseIds({ add, change, remove }: CatalogueChange): CatalogueChange {
  const lowercaseItems = (listName: typeof add) => listName?.map((each) => ({ ...each, itemId: each.itemId.toLowerCase() })) ?? []
  return { add: lowercaseItems(add), change: lowercaseItems(change), remove: remove?.map((id) => id.toLowerCase()) ?? [] }
}

const stateOf = (items: ItemLine[]): ServicesState => ({
  items,
  monthly: { amount: items.reduce((sum, item) => sum + item.monthly, 0), currency },
})

const isEmpty = ({ added: addedItems, changed, removed }: ReturnType<typeof deltaOf>) =>
  addedItems.length + changed.length + removed.length === 0
