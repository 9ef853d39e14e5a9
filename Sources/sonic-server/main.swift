print("sonic-server")
