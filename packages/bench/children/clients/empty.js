// Empty module: baseline of imports.
