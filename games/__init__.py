if __name__ != "rulewright.games":
    raise ImportError("import rulewright.games, not games")
