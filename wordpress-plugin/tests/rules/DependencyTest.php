<?php
/**
 * Dependencies between classes: every name belongs to a file, and no cycle exists.
 *
 * @package cedi-commerce
 */

namespace Cedi\Commerce\Tests;

use PhpParser\Node;
use PhpParser\NodeFinder;
use PhpParser\NodeTraverser;
use PhpParser\NodeVisitor\NameResolver;
use PhpParser\ParserFactory;

require_once 'PhpParser/autoload.php';

final class DependencyTest extends \PHPUnit\Framework\TestCase {
	const OURS = 'Cedi\\Commerce\\';

	/**
	 * The classes that each class uses, and the plugin's own constants.
	 *
	 * @return array<string, array{classes: string[], constants: string[]}> By class.
	 */
	private static function names() {
		$names = array();
		foreach ( glob( dirname( __DIR__, 2 ) . '/includes/*/*.php' ) as $file ) {
			$traverser = new NodeTraverser();
			$traverser->addVisitor( new NameResolver() );
			$tree    = $traverser->traverse( ( new ParserFactory() )->create( ParserFactory::ONLY_PHP7 )->parse( file_get_contents( $file ) ) );
			$finder  = new NodeFinder();
			$class   = $finder->findFirstInstanceOf( $tree, Node\Stmt\ClassLike::class );
			$all     = array_map( 'strval', $finder->findInstanceOf( $tree, Node\Name\FullyQualified::class ) );
			$imports = array();
			foreach ( $finder->findInstanceOf( $tree, Node\Stmt\Use_::class ) as $use ) {
				foreach ( $use->uses as $one ) {
					$imports[] = $one->name->toString();
				}
			}
			$alone = array();
			foreach ( $finder->findInstanceOf( $tree, Node\Expr\ConstFetch::class ) as $fetch ) {
				$namespaced = $fetch->name->getAttribute( 'namespacedName' );
				if ( $namespaced && preg_match( '/^[A-Z_]+$/', $fetch->name->toString() ) ) {
					$alone[] = $fetch->name->toString();
				}
			}
			$names[ $class->namespacedName->toString() ] = array(
				'classes'   => array_values( array_unique( array_filter( $all, static function ( $name ) {
					return 0 === strpos( $name, self::OURS ) && 3 === substr_count( $name, '\\' );
				} ) ) ),
				'imports'   => $imports,
				'constants' => array_diff( $alone, array( 'INF', 'NAN' ) ),
			);
		}
		return $names;
	}

	public function test_every_imported_name_exists() {
		$names = self::names();
		$this->assertGreaterThan( 30, count( $names ) );
		foreach ( $names as $class => $found ) {
			foreach ( array_merge( $found['classes'], preg_grep( '/^Cedi\\\\Commerce\\\\\w+\\\\/', $found['imports'] ) ) as $name ) {
				$this->assertArrayHasKey( $name, $names, "$class names $name." );
			}
			// A constant of the plugin is imported. All others belong to PHP, WordPress or WooCommerce.
			$this->assertSame( array(), array_values( array_intersect( $found['constants'], array( 'GATEWAY', 'VERSION', 'FILE', 'EDIT_ORDERS', 'MANAGE_SHOP' ) ) ), "$class does not import what it names." );
		}
	}

	public function test_classes_have_no_dependency_cycles() {
		$this->assertSame( array(), self::cycles( array_map( static function ( $found ) {
			return $found['classes'];
		}, self::names() ) ) );
	}

	public function test_the_cycle_search_finds_cycles_of_any_length() {
		$this->assertSame( array(), self::cycles( array( 'A' => array( 'B', 'C' ), 'B' => array( 'C' ), 'C' => array() ) ) );
		$this->assertSame( array( 'A > B > C > A' ), self::cycles( array( 'A' => array( 'B' ), 'B' => array( 'C' ), 'C' => array( 'A' ) ) ) );
	}

	/**
	 * The paths that lead back to their start.
	 *
	 * @param array<string, string[]> $names Names used by each class.
	 * @return string[]
	 */
	private static function cycles( array $names ) {
		$cycles = array();
		$done    = array();
		$walk    = static function ( $class, array $way ) use ( &$walk, &$cycles, &$done, $names ) {
			$at = array_search( $class, $way, true );
			if ( false !== $at ) {
				$cycles[] = implode( ' > ', array_map( static function ( $name ) {
					return str_replace( self::OURS, '', $name );
				}, array_merge( array_slice( $way, $at ), array( $class ) ) ) );
				return;
			}
			if ( isset( $done[ $class ] ) ) {
				return;
			}
			foreach ( isset( $names[ $class ] ) ? $names[ $class ] : array() as $next ) {
				// A class that uses itself is not a cycle.
				if ( $next !== $class ) {
					$walk( $next, array_merge( $way, array( $class ) ) );
				}
			}
			$done[ $class ] = true;
		};
		foreach ( array_keys( $names ) as $class ) {
			$walk( $class, array() );
		}
		return $cycles;
	}

	public function test_only_order_payments_and_payment_requests_read_attempts() {
		$places = array();
		foreach ( glob( dirname( __DIR__, 2 ) . '/includes/*/*.php' ) as $file ) {
			if ( preg_match( '/new Payment_Attempts\(/', file_get_contents( $file ) ) ) {
				$places[] = basename( $file );
			}
		}
		$this->assertSame( array( 'class-order-payments.php', 'class-payment-request.php' ), $places );
	}

	public function test_the_service_client_depends_on_nothing_else() {
		foreach ( self::names() as $class => $found ) {
			if ( 0 === strpos( $class, self::OURS . 'Service\\' ) ) {
				$this->assertSame( array(), array_values( preg_grep( '/^Cedi\\\\Commerce\\\\Service\\\\/', array_merge( $found['classes'], $found['imports'] ), PREG_GREP_INVERT ) === array( 'RuntimeException' ) ? array() : preg_grep( '/^(Cedi\\\\Commerce\\\\Service\\\\|RuntimeException$)/', array_merge( $found['classes'], $found['imports'] ), PREG_GREP_INVERT ) ), $class );
			}
		}
	}
}
