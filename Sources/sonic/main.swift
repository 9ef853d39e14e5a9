print("sonic")
