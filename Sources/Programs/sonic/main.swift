Program.run(CommandLine.arguments).end()
