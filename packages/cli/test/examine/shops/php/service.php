<?php
// Calls the payment service with curl.
declare(strict_types=1);

/** The service did not respond, or its response was not readable: the request may have taken effect. */
final class UnavailableException extends RuntimeException {
	public float $retryAfterSeconds = 2.0;
}

/** The service has rejected the request. */
final class RejectedException extends RuntimeException {}

/** Sends one request and returns the data of the response. */
function sendOnce(string $method, string $path, ?array $body, ?string $key): array {
	$headers = ['Authorization: Bearer ' . getenv('CEDI_API_KEY'), 'Accept: application/json'];
	$retryAfter = 2.0;
	$curl = curl_init(getenv('CEDI_URL') . $path);
	curl_setopt_array($curl, [
		CURLOPT_CUSTOMREQUEST => $method,
		CURLOPT_RETURNTRANSFER => true,
		CURLOPT_TIMEOUT => 5,
		CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$retryAfter): int {
			if (preg_match('/^retry-after: *(\d+)/i', $line, $found)) {
				$retryAfter = max(2.0, (float) $found[1]);
			}
			return strlen($line);
		},
	]);
	if ($body !== null) {
		array_push($headers, 'Content-Type: application/json', "Idempotency-Key: $key");
		curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
	}
	curl_setopt($curl, CURLOPT_HTTPHEADER, $headers);
	$text = curl_exec($curl);
	$status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
	$envelope = is_string($text) && curl_errno($curl) === 0 ? json_decode($text, true) : null;
	if ($status < 300 && is_array($envelope) && ($envelope['success'] ?? null) === true && is_array($envelope['data'] ?? null)) {
		return $envelope['data'];
	}
	if ($status >= 400 && $status < 500 && !in_array($status, [408, 409, 429], true)) {
		throw new RejectedException("$method $path: $status");
	}
	$error = new UnavailableException("$method $path: " . ($status ?: 'no response'));
	$error->retryAfterSeconds = $retryAfter;
	throw $error;
}

/**
 * Sends a request, up to three times while a buyer waits. A write keeps its idempotency key, so a retry returns the same
 * record.
 */
function sendRequest(string $method, string $path, ?array $body = null, ?string $key = null, int $tries = 3): array {
	for ($attempt = 1; ; $attempt++) {
		try {
			return sendOnce($method, $path, $body, $key);
		} catch (UnavailableException $error) {
			if ($attempt >= $tries) {
				throw $error;
			}
			usleep((int) (min($error->retryAfterSeconds, 3.0) * 1_000_000));
		}
	}
}
