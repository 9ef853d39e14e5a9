import PageScripts
import SystemLibraries

// The child of this program in which the scripts of pages run.
if ProcessArguments.all == [Array(ScriptChild.command.utf8)] {
    ScriptChild.run()
} else {
    Program.run(ProcessArguments.all).end()
}
