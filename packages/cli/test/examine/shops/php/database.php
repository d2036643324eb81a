<?php
// The shop's database. Several processes may use the same file.
declare(strict_types=1);

/** Opens the database, and creates its tables if they do not exist. */
function openDatabase(): PDO {
	$database = new PDO('sqlite:' . (getenv('DATA') ?: '.') . '/shop.sqlite');
	$database->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
	$database->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC);
	$database->exec('PRAGMA busy_timeout = 10000');
	$database->exec('CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY AUTOINCREMENT, reference TEXT, cart TEXT, product TEXT,
		title TEXT, quantity INTEGER, pesewas INTEGER, name TEXT, email TEXT, UNIQUE (cart, product, quantity))');
	$database->exec('CREATE TABLE IF NOT EXISTS attempts (order_id INTEGER, number INTEGER, body TEXT, sent_at REAL, ref TEXT,
		status TEXT, reads INTEGER DEFAULT 0, next_read_at REAL DEFAULT 0, PRIMARY KEY (order_id, number))');
	$database->exec('CREATE TABLE IF NOT EXISTS deliveries (order_id INTEGER UNIQUE, ref TEXT)');
	$database->exec('CREATE TABLE IF NOT EXISTS reviews (order_id INTEGER, ref TEXT, reason TEXT, UNIQUE (order_id, ref))');
	$database->exec('CREATE TABLE IF NOT EXISTS hints (order_id INTEGER, ref TEXT, UNIQUE (order_id, ref))');
	return $database;
}

/** Runs a statement. Returns the number of changed rows. */
function execute(PDO $database, string $sql, array $values): int {
	$statement = $database->prepare($sql);
	$statement->execute($values);
	return $statement->rowCount();
}

/** Returns the rows of a query. */
function query(PDO $database, string $sql, array $values): array {
	$statement = $database->prepare($sql);
	$statement->execute($values);
	return $statement->fetchAll();
}
