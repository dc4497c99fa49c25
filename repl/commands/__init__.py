"""The commands, one module each: `EXAMPLE` ends its help, `add_words` says what may be typed, `run` does it."""
