/** Narrows a value from outside to the keys of a table. The table might not have the value. */
export const isKeyOf = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key)
