/** The database can't be brought to the version of this code; the message says why and what to do, and the database is as it was. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
