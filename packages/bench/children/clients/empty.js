// An empty module: what importing anything costs.
