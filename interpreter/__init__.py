if __name__ != "rulewright.interpreter":
    raise ImportError("import rulewright.interpreter, not interpreter")
