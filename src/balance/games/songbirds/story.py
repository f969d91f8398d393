"""stub"""
def describe(s, r): return {}
def view(s, r, seat): return {}
def name(s, r, a): return {}
def sources(s, r): return []
def event(r, e): return {}
