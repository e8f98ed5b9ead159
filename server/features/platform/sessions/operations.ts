import { endAllSessions } from './endAllSessions.ts'
import { endMyOtherSessions } from './endMyOtherSessions.ts'
import { endMySession } from './endMySession.ts'
import { endUserSessions } from './endUserSessions.ts'
import { getUser } from './getUser.ts'
import { listMySessions } from './listMySessions.ts'
import { listUsers } from './listUsers.ts'

export const sessionsOperations = [listMySessions, endMySession, endMyOtherSessions, listUsers, getUser, endUserSessions, endAllSessions]
