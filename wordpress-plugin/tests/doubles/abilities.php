<?php
/**
 * A small double of the Abilities API of WordPress 6.9, because the WordPress of the tests is older. It validates as the API does: the
 * registration, the input, the permission and the output.
 *
 * @package cedi-commerce
 */

/**
 * One registered ability.
 */
class WP_Ability {
	public static $registered = array();
	public static $categories = array();
	private $name;
	private $arguments;

	public function __construct( $name, array $arguments ) {
		foreach ( array( 'label', 'description', 'category', 'execute_callback', 'permission_callback', 'output_schema' ) as $key ) {
			if ( empty( $arguments[ $key ] ) ) {
				throw new InvalidArgumentException( "The ability $name has no $key." );
			}
		}
		if ( ! preg_match( '/^[a-z0-9-]+\/[a-z0-9-]+$/', $name ) || ! is_callable( $arguments['execute_callback'] ) || ! in_array( $arguments['category'], self::$categories, true ) ) {
			throw new InvalidArgumentException( "The ability $name has a wrong name, callback or category." );
		}
		$this->name      = $name;
		$this->arguments = $arguments + array( 'input_schema' => array() );
	}

	public function get_input_schema() {
		return $this->arguments['input_schema'];
	}

	public function get_output_schema() {
		return $this->arguments['output_schema'];
	}

	public function get_meta() {
		return $this->arguments['meta'];
	}

	public function execute( $input = null ) {
		$schema = $this->arguments['input_schema'];
		$valid  = $schema ? rest_validate_value_from_schema( $input, $schema, 'input' ) : null === $input;
		if ( true !== $valid ) {
			return new WP_Error( 'ability_invalid_input', $schema ? $valid->get_error_message() : 'The ability has no input.' );
		}
		$arguments = $schema ? array( $input ) : array();
		if ( true !== call_user_func_array( $this->arguments['permission_callback'], $arguments ) ) {
			return new WP_Error( 'ability_invalid_permissions', $this->name );
		}
		$output = call_user_func_array( $this->arguments['execute_callback'], $arguments );
		$valid  = is_wp_error( $output ) ? true : rest_validate_value_from_schema( $output, $this->arguments['output_schema'], 'output' );
		return is_wp_error( $valid ) ? new WP_Error( 'ability_invalid_output', $valid->get_error_message() ) : $output;
	}
}

function wp_register_ability_category( $slug, array $arguments ) {
	WP_Ability::$categories[] = $slug;
}

function wp_register_ability( $name, array $arguments ) {
	WP_Ability::$registered[ $name ] = new WP_Ability( $name, $arguments );
}

function wp_get_abilities() {
	if ( ! WP_Ability::$registered ) {
		do_action( 'wp_abilities_api_categories_init' );
		do_action( 'wp_abilities_api_init' );
	}
	return WP_Ability::$registered;
}

function wp_get_ability( $name ) {
	return wp_get_abilities()[ $name ];
}
