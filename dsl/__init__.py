if __name__ != "rulewright.dsl":
    raise ImportError("import rulewright.dsl, not dsl")
