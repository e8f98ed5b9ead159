import { createCatalogueItem } from './createCatalogueItem.ts'
import { deleteCatalogueItem } from './deleteCatalogueItem.ts'
import { getCatalogueItem } from './getCatalogueItem.ts'
import { listCatalogueItems } from './listCatalogueItems.ts'
import { updateCatalogueItem } from './updateCatalogueItem.ts'

export const catalogueOperations = [listCatalogueItems, getCatalogueItem, createCatalogueItem, updateCatalogueItem, deleteCatalogueItem]
