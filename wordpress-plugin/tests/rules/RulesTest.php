<?php
/**
 * Rules that hold in every PHP file that ships, read from the syntax tree.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use PhpParser\Node;
use PhpParser\NodeFinder;
use PhpParser\ParserFactory;

require_once 'PhpParser/autoload.php';

final class RulesTest extends \PHPUnit\Framework\TestCase {
	const ESCAPES = array( 'esc_html', 'esc_attr', 'esc_url', 'esc_html__', 'esc_attr__', 'wp_kses_post', 'absint', 'wp_json_encode' );
	const CLEANS  = array( 'sanitize_text_field', 'sanitize_key', 'absint' );

	public function files() {
		$root  = dirname( __DIR__, 2 );
		$files = array_merge( array( "$root/cedi-commerce.php", "$root/uninstall.php" ), glob( "$root/includes/*.php" ), glob( "$root/includes/*/*.php" ), glob( "$root/includes/*/generated/*.php" ), glob( "$root/src/*/*.php" ) );
		$rows  = array();
		foreach ( $files as $file ) {
			$rows[ substr( $file, strlen( $root ) + 1 ) ] = array( $file );
		}
		return $rows;
	}

	private function tree( $file ) {
		static $trees = array();
		if ( ! isset( $trees[ $file ] ) ) {
			$trees[ $file ] = ( new ParserFactory() )->create( ParserFactory::ONLY_PHP7 )->parse( file_get_contents( $file ) );
		}
		return $trees[ $file ];
	}

	private function find( $file, callable $predicate ) {
		return ( new NodeFinder() )->find( $this->tree( $file ), $predicate );
	}

	private function calls( $file ) {
		return $this->find(
			$file,
			static function ( $node ) {
				return $node instanceof Node\Expr\FuncCall && $node->name instanceof Node\Name;
			}
		);
	}

	/**
	 * @dataProvider files
	 */
	public function test_a_file_uses_only_php_7_4_syntax( $file ) {
		$new = $this->find(
			$file,
			static function ( $node ) {
				return $node instanceof Node\Expr\Match_ || $node instanceof Node\Stmt\Enum_ || $node instanceof Node\UnionType || $node instanceof Node\IntersectionType
					|| $node instanceof Node\Expr\NullsafePropertyFetch || $node instanceof Node\Expr\NullsafeMethodCall || $node instanceof Node\AttributeGroup
					|| $node instanceof Node\Expr\Throw_ || ( $node instanceof Node\Arg && null !== $node->name )
					|| ( $node instanceof Node\Param && $node->flags ) || ( $node instanceof Node\Stmt\Property && $node->isReadonly() )
					|| ( $node instanceof Node\Stmt\Catch_ && null === $node->var ) || $node instanceof Node\VariadicPlaceholder
					|| ( $node instanceof Node\Identifier && in_array( $node->name, array( 'mixed', 'never' ), true ) );
			}
		);
		$this->assertSame( array(), array_map( array( $this, 'place' ), $new ) );
		$this->assertSame( 0, preg_match( '/function\s*\w*\s*\([^()]*,\s*\)/', file_get_contents( $file ) ), 'A comma after the last parameter.' );
	}

	private function place( Node $node ) {
		return get_class( $node ) . ' in line ' . $node->getStartLine();
	}

	/**
	 * @dataProvider files
	 */
	public function test_a_file_does_nothing_when_requested_directly( $file ) {
		if ( false === strpos( $file, '/includes/Service/' ) ) {
			$this->assertMatchesRegularExpression( "/defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;/", file_get_contents( $file ) );
			return;
		}
		// The client of the service works without WordPress too. Its files only declare a class or return a table.
		foreach ( $this->tree( $file ) as $statement ) {
			foreach ( $statement instanceof Node\Stmt\Namespace_ ? $statement->stmts : array( $statement ) as $one ) {
				$this->assertTrue( $one instanceof Node\Stmt\ClassLike || $one instanceof Node\Stmt\Use_ || $one instanceof Node\Stmt\Return_, "Line {$one->getStartLine()}" );
			}
		}
	}

	/**
	 * @dataProvider files
	 */
	public function test_a_file_contains_the_class_it_is_named_after( $file ) {
		$classes = $this->find(
			$file,
			static function ( $node ) {
				return $node instanceof Node\Stmt\ClassLike && $node->name;
			}
		);
		$this->assertLessThanOrEqual( 1, count( $classes ) );
		foreach ( $classes as $class ) {
			$kind = $class instanceof Node\Stmt\Interface_ ? 'interface' : 'class';
			$this->assertSame( "$kind-" . strtolower( str_replace( '_', '-', $class->name->name ) ) . '.php', basename( $file ) );
		}
		$this->assertLessThanOrEqual( 350, substr_count( file_get_contents( $file ), "\n" ) );
	}

	/**
	 * @dataProvider files
	 */
	public function test_orders_are_not_accessed_as_posts_and_no_unsafe_function_is_called( $file ) {
		$forbidden = array( 'get_post_meta', 'update_post_meta', 'add_post_meta', 'delete_post_meta', 'eval', 'extract', 'unserialize', 'maybe_unserialize', 'create_function', 'curl_init', 'set_transient_lock', 'wp_add_inline_script', 'wp_add_inline_style', 'wp_localize_script', 'error_log', 'var_dump', 'print_r', 'base64_decode', 'session_start', 'setcookie', 'wp_redirect', 'wp_safe_remote_get' );
		$remote    = array( 'wp_remote_request', 'wp_remote_get', 'wp_remote_post', 'wp_remote_head', 'file_get_contents' );
		foreach ( $this->calls( $file ) as $call ) {
			$name = $call->name->toString();
			$this->assertNotContains( $name, $forbidden, "Line {$call->getStartLine()}" );
			if ( in_array( $name, $remote, true ) ) {
				$this->assertContains( basename( $file ), array( 'class-wordpress-transport.php', 'class-site-health.php' ), "$name, line {$call->getStartLine()}" );
			}
		}
		$this->assertNotEmpty( $this->tree( $file ) );
	}

	/**
	 * @dataProvider files
	 */
	public function test_input_is_sanitized_where_it_is_read( $file ) {
		// filter_input() finds no server variables on some hosts.
		$text = str_replace( "sanitize_text_field( wp_unslash( \$_SERVER['REMOTE_ADDR'] ?? '' ) )", '', file_get_contents( $file ) );
		$this->assertSame( 0, preg_match( '/\$_(REQUEST|COOKIE|FILES|SERVER|ENV)\b/', $text ) );
		$reads = preg_match_all( '/\$_(?:GET|POST)\[/', $text );
		$clean = 0;
		foreach ( $this->find(
			$file,
			static function ( $node ) {
				return $node instanceof Node\Expr\Isset_ || ( $node instanceof Node\Expr\FuncCall && $node->name instanceof Node\Name && in_array( $node->name->toString(), self::CLEANS, true ) );
			}
		) as $node ) {
			$clean += count(
				( new NodeFinder() )->find(
					array( $node ),
					static function ( $inner ) {
						return $inner instanceof Node\Expr\Variable && in_array( $inner->name, array( '_GET', '_POST' ), true );
					}
				)
			);
		}
		$this->assertSame( $reads, $clean );
	}

	/**
	 * @dataProvider files
	 */
	public function test_output_is_escaped_where_it_is_printed( $file ) {
		if ( 'render.php' === basename( $file ) ) {
			$this->assertStringContainsString( 'echo Cedi\Commerce\Button\Button::render(', file_get_contents( $file ) );
			return;
		}
		$output = array();
		foreach ( $this->find( $file, static function ( $node ) {
			return $node instanceof Node\Stmt\Echo_ || $node instanceof Node\Expr\Print_;
		} ) as $node ) {
			$output = array_merge( $output, $node instanceof Node\Stmt\Echo_ ? $node->exprs : array( $node->expr ) );
		}
		foreach ( $this->calls( $file ) as $call ) {
			if ( 'printf' === $call->name->toString() ) {
				foreach ( $call->args as $arg ) {
					$output[] = $arg->value;
				}
			}
		}
		foreach ( $output as $expression ) {
			$this->assertTrue( $this->is_safe( $expression ), 'Line ' . $expression->getStartLine() );
		}
		$this->assertNotEmpty( $this->tree( $file ) );
	}

	private function is_safe( $expression ) {
		if ( $expression instanceof Node\Scalar\String_ || $expression instanceof Node\Scalar\LNumber ) {
			return true;
		}
		if ( $expression instanceof Node\Expr\BinaryOp\Concat ) {
			return $this->is_safe( $expression->left ) && $this->is_safe( $expression->right );
		}
		return $expression instanceof Node\Expr\FuncCall && $expression->name instanceof Node\Name && in_array( $expression->name->toString(), self::ESCAPES, true );
	}

	/**
	 * @dataProvider files
	 */
	public function test_review_warnings_have_a_constant_or_an_exception( $file ) {
		$text = file_get_contents( $file );
		if ( 'namespace.php' !== basename( $file ) ) {
			$this->assertSame( 0, preg_match( "/'(edit_shop_orders|manage_woocommerce)'/", $text ), 'Reviewers do not know the capabilities of WooCommerce: they have names in namespace.php.' );
		}
		foreach ( preg_grep( '/<img\b/', file( $file ) ) as $line ) {
			$this->assertStringContainsString( 'phpcs:ignore PluginCheck.CodeAnalysis.ImageFunctions.NonEnqueuedImage', $line );
		}
		$this->assertNotEmpty( $this->tree( $file ) );
	}

	public function test_nothing_is_translated_before_init() {
		$root = dirname( __DIR__, 2 );
		foreach ( array( "$root/cedi-commerce.php" => array(), "$root/includes/namespace.php" => array( 'init', 'rest' ) ) as $file => $allowed ) {
			foreach ( $this->calls( $file ) as $call ) {
				$this->assertNotContains( $call->name->toString(), array( '__', '_x', '_e', 'esc_html__', 'esc_attr__' ) );
			}
		}
		preg_match( '/public function __construct\([^)]*\) \{(.*?)\n\t\}/s', file_get_contents( "$root/includes/Gateway/class-gateway.php" ), $match );
		$this->assertStringNotContainsString( '__(', $match[1] );
	}

	public function test_at_most_five_coding_standard_exceptions_exist_each_with_a_reason() {
		$exceptions = array();
		foreach ( $this->files() as list( $file ) ) {
			$exceptions = array_merge( $exceptions, preg_grep( '/phpcs:(ignore|disable)|psalm-suppress/', file( $file ) ) );
		}
		$this->assertLessThanOrEqual( 5, count( $exceptions ) );
		foreach ( $exceptions as $line ) {
			$this->assertMatchesRegularExpression( '/phpcs:(?:ignore|disable) [\w.]+(?:, [\w.]+)* -- \S.{8,}/', $line );
		}
	}
}
