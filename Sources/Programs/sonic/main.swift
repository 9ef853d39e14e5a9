import SystemLibraries

Program.run(ProcessArguments.all).end()
