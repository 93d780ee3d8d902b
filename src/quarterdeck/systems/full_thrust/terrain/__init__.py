"""Chapter 12, terrain: rocks, clouds, flares, meteors, wrecks, and installations."""
