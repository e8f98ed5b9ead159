import { getDevToken } from './getDevToken.ts'
import { getHealth } from './getHealth.ts'
import { getMe } from './getMe.ts'

export const sessionOperations = [getDevToken, getMe, getHealth]
