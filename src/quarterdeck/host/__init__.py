"""Live battles for many people: seats, storage, and the API over HTTP and WebSocket. It knows no particular game."""
