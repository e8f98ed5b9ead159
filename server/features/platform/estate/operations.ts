import { getEstate } from './getEstate.ts'

export const estateOperations = [getEstate]
