/** A database server that runs for the tests alone. */
export interface Database {
  /** Makes an empty database and gives what the environment of a site says of it. */
  database(): Record<string, string>
  /** All that it holds, as text. */
  dump(): string
  /** Stops it and forgets everything. */
  stop(): Promise<void>
}

/** Starts a MariaDB, which is found or brought. */
export function startMariadb(): Promise<Database>

/** Whether a run is on MariaDB: `CEDI_DATABASE=mariadb`, or a real WooCommerce with order tables. */
export function wantsMariadb(): boolean
