if __name__ != "rulewright.lab":
    raise ImportError("import rulewright.lab, not lab")
