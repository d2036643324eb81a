/** Database server for the tests. */
export interface Database {
  /** Creates an empty database and returns the environment for a site. */
  createDatabase(): Record<string, string>
  /** Returns the content of all tables as text. */
  dump(): string
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/** Starts a MariaDB server, which is installed if missing. */
export function startMariadb(): Promise<Database>

/** Whether a run uses MariaDB: `CEDI_DATABASE=mariadb`, or a real WooCommerce with order tables. */
export function usesMariadb(): boolean
