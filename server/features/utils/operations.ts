import { searchGraphForUser } from './searchGraphForUser.ts'
import { searchUserData } from './searchUserData.ts'
import { validateUsers } from './validateUsers.ts'

export const utilityOperations = [searchGraphForUser, searchUserData, validateUsers]
