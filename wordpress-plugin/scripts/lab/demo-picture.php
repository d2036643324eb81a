<?php
/**
 * Pictures of the demo shop's products.
 *
 * @package cedi-commerce
 */

/**
 * Creates a picture of woven stripes and returns the ID of its attachment.
 *
 * @param string   $name    Name of the product.
 * @param string[] $colours Colours as six hexadecimal digits.
 */
function cedi_demo_picture( $name, array $colours ) {
	$size  = 480;
	$cell  = 40;
	$count = count( $colours );
	$rows  = '';
	for ( $y = 0; $y < $size; $y++ ) {
		$rows .= "\0";
		for ( $x = 0; $x < $size; $x += $cell ) {
			list( $column, $row ) = array( intdiv( $x, $cell ), intdiv( $y, $cell ) );
			// Blocks of horizontal stripes alternate with solid ones, as in kente.
			$index = ( $column + intdiv( $row, 3 ) ) % 2 ? $column % $count : intdiv( $y, 10 ) % $count;
			$rows .= str_repeat( chr( $index ), $cell );
		}
	}
	$chunk = static function ( $type, $data ) {
		return pack( 'N', strlen( $data ) ) . $type . $data . pack( 'N', crc32( $type . $data ) );
	};
	$png   = "\x89PNG\r\n\x1a\n"
		. $chunk( 'IHDR', pack( 'NNC5', $size, $size, 8, 3, 0, 0, 0 ) )
		. $chunk( 'PLTE', hex2bin( implode( '', $colours ) ) )
		. $chunk( 'IDAT', gzcompress( $rows ) )
		. $chunk( 'IEND', '' );
	$file  = wp_upload_bits( sanitize_title( $name ) . '.png', null, $png )['file'];
	$id    = wp_insert_attachment(
		array(
			'post_mime_type' => 'image/png',
			'post_title'     => $name,
		),
		$file
	);
	wp_update_attachment_metadata(
		$id,
		array(
			'width'  => $size,
			'height' => $size,
			'file'   => _wp_relative_upload_path( $file ),
		)
	);
	return $id;
}
