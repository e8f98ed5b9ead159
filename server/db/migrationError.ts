/** The database can't be migrated to this version. The message says why and what to do; the database is unchanged. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
