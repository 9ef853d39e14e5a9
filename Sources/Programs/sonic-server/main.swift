import Glibc
import SystemLibraries

exit(ServerProgram.run(ProcessArguments.all).rawValue)
