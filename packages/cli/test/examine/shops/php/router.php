<?php
// A shop in plain PHP: php -S 127.0.0.1:3000 router.php
declare(strict_types=1);

require __DIR__ . '/service.php';
require __DIR__ . '/database.php';
require __DIR__ . '/payments.php';

ini_set('display_errors', '0');

const TEXTS = [
	'paid' => ['Thank you', 'Your payment has arrived. We pack it today.'],
	'unpaid' => ['Waiting for your payment', 'Approve the payment on your phone, then load this page again.'],
	'failed' => ['Not paid', 'The payment was not completed. You have not been charged.'],
	'review' => ['We are checking your payment', 'Do not pay again. We write to you.'],
];

function showPage(string $title, string $body, int $status = 200): void {
	http_response_code($status);
	header('Content-Type: text/html; charset=utf-8');
	echo "<!doctype html><html lang=\"en\"><title>$title</title><h1>$title</h1>$body</html>";
}

function showJson(array $value, int $status = 200): void {
	http_response_code($status);
	header('Content-Type: application/json');
	echo json_encode($value, JSON_THROW_ON_ERROR);
}

/** Runs a check, and logs its error: the page of the buyer is shown without it. */
function tryTo(callable $check): void {
	try {
		$check();
	} catch (UnavailableException | RejectedException $error) {
		error_log($error->getMessage());
	}
}

function showProducts(): void {
	if (!isset($_COOKIE['cart'])) {
		setcookie('cart', bin2hex(random_bytes(16)), ['path' => '/', 'httponly' => true, 'samesite' => 'Lax']);
	}
	$rows = array_map(
		fn (array $product): string => sprintf('<li data-product="%s">%s: GH₵%.2f</li>', $product['id'], htmlspecialchars($product['name']), $product['price']),
		sendRequest('GET', '/api/v1/products?limit=100'),
	);
	showPage('Shop', '<ul>' . implode('', $rows) . '</ul><script src="/shop.js"></script>');
}

/** Creates an order. A second click, a reload and a second window return the same order. */
function checkout(PDO $database): void {
	[$cart, $id, $quantity] = [(string) ($_COOKIE['cart'] ?? ''), (string) ($_POST['product'] ?? ''), (int) ($_POST['quantity'] ?? 0)];
	if ($cart === '' || !preg_match('/^prd_\w+$/', $id) || $quantity < 1 || $quantity > 10) {
		showJson(['problem' => 'The order is not readable.'], 400);
		return;
	}
	$find = fn (): ?array => query($database, 'SELECT * FROM orders WHERE cart = ? AND product = ? AND quantity = ?', [$cart, $id, $quantity])[0] ?? null;
	if ($find() === null) {
		$product = sendRequest('GET', "/api/v1/products/$id");
		$pesewas = (int) round($product['price'] * 100) * $quantity;
		$values = [bin2hex(random_bytes(12)), $cart, $id, $product['name'], $quantity, $pesewas, (string) ($_POST['name'] ?? ''), (string) ($_POST['email'] ?? '')];
		execute($database, 'INSERT OR IGNORE INTO orders (reference, cart, product, title, quantity, pesewas, name, email) VALUES (?, ?, ?, ?, ?, ?, ?, ?)', $values);
	}
	$order = $find();
	showJson(['order' => (string) $order['id'], 'ref' => pay($database, $order, (string) ($_POST['phone'] ?? ''))]);
}

/** Shows an order to its buyer. */
function showOrder(PDO $database, array $order): void {
	if ($order['cart'] !== ($_COOKIE['cart'] ?? '')) {
		showPage('Not your order', '<p><a href="/">To the shop</a></p>', 403);
		return;
	}
	tryTo(fn () => readHint($database, $order, (string) ($_GET['ref'] ?? '')));
	tryTo(fn () => checkOrder($database, $order));
	[$title, $text] = TEXTS[getState($database, $order)];
	$about = htmlspecialchars("{$order['name']}, {$order['quantity']} × {$order['title']}");
	showPage($title, "<p>$about</p><p>$text</p>");
}

/** Shows the state to the shop's employees. */
function showState(PDO $database, array $order): void {
	tryTo(fn () => checkOrder($database, $order));
	$deliveries = query($database, 'SELECT * FROM deliveries WHERE order_id = ?', [$order['id']]);
	showJson(['state' => getState($database, $order), 'delivered' => count($deliveries)]);
}

/** Receives a notification. It is a hint: the payment is read from the service. */
function receiveNotification(PDO $database): void {
	$payment = json_decode((string) file_get_contents('php://input'), true)['data'] ?? [];
	$reference = (string) ($payment['metadata']['order'] ?? '');
	$order = query($database, 'SELECT * FROM orders WHERE reference = ?', [$reference])[0] ?? null;
	if ($order !== null) {
		tryTo(fn () => readHint($database, $order, (string) ($payment['ref'] ?? '')));
		tryTo(fn () => checkOrder($database, $order));
	}
	http_response_code(204);
}

function route(): void {
	$database = openDatabase();
	$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
	$order = query($database, 'SELECT * FROM orders WHERE id = ?', [(string) ($_GET['id'] ?? '')])[0] ?? null;
	if ($path === '/') {
		showProducts();
	} elseif ($path === '/shop.js') {
		header('Content-Type: text/javascript');
		echo "document.documentElement.className = 'js'\n";
	} elseif ($path === '/checkout.php' && $_SERVER['REQUEST_METHOD'] === 'POST') {
		checkout($database);
	} elseif ($path === '/webhook.php' && $_SERVER['REQUEST_METHOD'] === 'POST') {
		receiveNotification($database);
	} elseif ($path === '/order.php' && $order !== null) {
		showOrder($database, $order);
	} elseif ($path === '/state.php' && $order !== null) {
		showState($database, $order);
	} else {
		showPage('Nothing here', '<p><a href="/">To the shop</a></p>', 404);
	}
}

try {
	route();
} catch (RejectedException $error) {
	error_log($error->getMessage());
	showPage('That did not work', '<p>Please check your details.</p>', 422);
} catch (Throwable $error) {
	error_log($error->getMessage());
	showPage('One moment', '<p>We cannot reach the payment service. Please try again in a minute.</p>', 503);
}
