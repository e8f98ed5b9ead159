import { acceptDatabaseRestore } from './acceptDatabaseRestore.ts'
import { getDatabaseRestore } from './getDatabaseRestore.ts'
import { requestRestoreReport } from './requestRestoreReport.ts'

export const restoreOperations = [getDatabaseRestore, requestRestoreReport, acceptDatabaseRestore]
