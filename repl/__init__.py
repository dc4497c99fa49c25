if __name__ != "rulewright.repl":
    raise ImportError("import rulewright.repl, not repl")
