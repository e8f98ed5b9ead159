import { createFamily } from './createFamily.ts'
import { deleteFamily } from './deleteFamily.ts'
import { getFamily } from './getFamily.ts'
import { getFamilyByName } from './getFamilyByName.ts'
import { listFamilies } from './listFamilies.ts'
import { updateFamily } from './updateFamily.ts'

export const familyOperations = [createFamily, listFamilies, getFamily, updateFamily, deleteFamily, getFamilyByName]
