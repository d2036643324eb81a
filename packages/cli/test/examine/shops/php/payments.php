<?php
// Stores the attempts to pay an order, and decides whether it is paid.
declare(strict_types=1);

/** Pauses before each read of a payment, in seconds. A payment is read at most twelve times. */
const READ_PAUSES = [1, 2, 4, 8, 15, 60, 300, 600, 1800, 7200, 21600, 86400];

/** Statuses of payments that did not charge the buyer. A later attempt needs a new payment. */
const UNPAID_STATUSES = ['failed', 'expired', 'cancelled', 'rejected'];

function listAttempts(PDO $database, array $order): array {
	return query($database, 'SELECT * FROM attempts WHERE order_id = ? ORDER BY number', [$order['id']]);
}

function findDelivery(PDO $database, array $order): ?array {
	return query($database, 'SELECT * FROM deliveries WHERE order_id = ?', [$order['id']])[0] ?? null;
}

/** Delivers a paid order. Anything unusual needs a manual review. */
function settle(PDO $database, array $order, array $payment): void {
	if (($payment['metadata']['order'] ?? '') !== $order['reference']) {
		return;
	}
	if (($payment['status'] ?? '') !== 'succeeded') {
		return;
	}
	$reason = null;
	if ((int) round($payment['amount'] * 100) !== (int) $order['pesewas']) {
		$reason = 'amount';
	} elseif ($payment['currency'] !== 'GHS') {
		$reason = 'currency';
	} elseif ($payment['refunded_amount'] > 0) {
		$reason = 'refunded';
	}
	if ($reason === null && execute($database, 'INSERT OR IGNORE INTO deliveries VALUES (?, ?)', [$order['id'], $payment['ref']]) === 1) {
		return;
	}
	if ((findDelivery($database, $order)['ref'] ?? '') !== $payment['ref']) {
		execute($database, 'INSERT OR IGNORE INTO reviews VALUES (?, ?, ?)', [$order['id'], $payment['ref'], $reason ?? 'paid twice']);
	}
}

/** Sends a payment request that is already stored. */
function requestPayment(PDO $database, array $order, array $attempt, int $tries): void {
	$key = "order-{$order['reference']}-{$attempt['number']}";
	$where = 'WHERE order_id = ? AND number = ?';
	try {
		$payment = sendRequest('POST', '/api/v1/payments', json_decode($attempt['body'], true), $key, $tries);
		settle($database, $order, $payment);
		$values = [$payment['ref'], $payment['status'], microtime(true) + READ_PAUSES[0]];
		execute($database, "UPDATE attempts SET ref = ?, status = ?, next_read_at = ? $where", [...$values, $attempt['order_id'], $attempt['number']]);
	} catch (RejectedException $error) {
		execute($database, "UPDATE attempts SET status = 'rejected' $where", [$attempt['order_id'], $attempt['number']]);
		throw $error;
	}
}

/** Reads a payment, unless the pause has not passed or another process reads it. */
function readPayment(PDO $database, array $order, array $attempt, bool $isForced): void {
	$reads = (int) $attempt['reads'];
	if (!isset(READ_PAUSES[$reads]) || (!$isForced && microtime(true) < $attempt['next_read_at'])) {
		return;
	}
	$where = 'WHERE order_id = ? AND number = ?';
	$next = microtime(true) + (READ_PAUSES[$reads + 1] ?? 0);
	$claim = [$reads + 1, $next, $order['id'], $attempt['number'], $reads];
	if (execute($database, "UPDATE attempts SET reads = ?, next_read_at = ? $where AND reads = ?", $claim) !== 1) {
		return;
	}
	try {
		$payment = sendRequest('GET', "/api/v1/payments/{$attempt['ref']}", tries: 1);
	} catch (UnavailableException $error) {
		$retryAt = microtime(true) + $error->retryAfterSeconds;
		execute($database, "UPDATE attempts SET next_read_at = ? $where", [$retryAt, $order['id'], $attempt['number']]);
		throw $error;
	}
	settle($database, $order, $payment);
	execute($database, "UPDATE attempts SET status = ? $where", [$payment['status'], $order['id'], $attempt['number']]);
}

/** Updates the state of an order. A failed payment is read again too, because the service may still confirm it. */
function checkOrder(PDO $database, array $order, bool $isForced = false): void {
	foreach (listAttempts($database, $order) as $attempt) {
		if ($attempt['status'] === null && microtime(true) - $attempt['sent_at'] < 3600) {
			requestPayment($database, $order, $attempt, 1);
		} elseif ($attempt['ref'] !== null && $attempt['status'] !== 'succeeded') {
			readPayment($database, $order, $attempt, $isForced);
		}
	}
}

/** Requests a payment from the buyer, or returns the pending or succeeded one. */
function pay(PDO $database, array $order, string $phone): string {
	$attempts = listAttempts($database, $order);
	if ($attempts !== []) {
		checkOrder($database, $order, true);
		$attempts = listAttempts($database, $order);
	}
	$delivery = findDelivery($database, $order);
	if ($delivery !== null) {
		return $delivery['ref'];
	}
	$last = end($attempts) ?: null;
	if ($last !== null && $last['ref'] !== null && !in_array($last['status'], UNPAID_STATUSES, true)) {
		return $last['ref'];
	}
	if ($last === null || $last['status'] !== null) {
		$body = [
			'amount' => $order['pesewas'] / 100,
			'method' => 'mobile_money',
			'phone' => $phone,
			'metadata' => ['order' => $order['reference']],
		] + ($order['email'] === '' ? [] : ['email' => $order['email']]);
		$values = [$order['id'], count($attempts) + 1, json_encode($body, JSON_THROW_ON_ERROR), microtime(true)];
		execute($database, 'INSERT OR IGNORE INTO attempts (order_id, number, body, sent_at) VALUES (?, ?, ?, ?)', $values);
		$last = listAttempts($database, $order)[count($attempts)];
	}
	requestPayment($database, $order, $last, 3);
	$attempts = listAttempts($database, $order);
	return end($attempts)['ref'];
}

/** Reads a payment that a browser or a notification names, each ref once. */
function readHint(PDO $database, array $order, string $ref): void {
	$refs = array_column(listAttempts($database, $order), 'ref');
	$count = count(query($database, 'SELECT * FROM hints WHERE order_id = ?', [$order['id']]));
	if (!preg_match('/^pay_\w{1,60}$/', $ref) || in_array($ref, $refs, true) || $count >= 3) {
		return;
	}
	if (execute($database, 'INSERT OR IGNORE INTO hints VALUES (?, ?)', [$order['id'], $ref]) === 1) {
		settle($database, $order, sendRequest('GET', "/api/v1/payments/$ref"));
	}
}

/** Returns `paid`, `review`, `failed` or `unpaid`. */
function getState(PDO $database, array $order): string {
	if (findDelivery($database, $order) !== null) {
		return 'paid';
	}
	if (query($database, 'SELECT * FROM reviews WHERE order_id = ?', [$order['id']]) !== []) {
		return 'review';
	}
	$attempts = listAttempts($database, $order);
	$status = $attempts === [] ? null : end($attempts)['status'];
	return in_array($status, UNPAID_STATUSES, true) ? 'failed' : 'unpaid';
}
