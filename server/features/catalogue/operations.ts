import { listCatalogueItems } from './listCatalogueItems.ts'

export const catalogueOperations = [listCatalogueItems]
