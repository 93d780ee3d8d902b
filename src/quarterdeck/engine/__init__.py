"""What every game is made of; knows no particular game and imports nothing else of ours."""
