"""Chapter 11.3: Nova Cannon, Wave Gun, Reflex Field and Cloaking Field, each only where all agree to it."""
