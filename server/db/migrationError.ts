/** The message says why the database can't be migrated and what to do. The database is unchanged. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
