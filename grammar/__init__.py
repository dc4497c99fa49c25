if __name__ != "rulewright.grammar":
    raise ImportError("import rulewright.grammar, not grammar")
