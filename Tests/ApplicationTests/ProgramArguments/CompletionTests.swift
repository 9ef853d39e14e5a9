import Testing

@testable import ProgramArguments

@Suite struct CompletionTests {
    @Test(arguments: Shell.allCases) func `every command and option is in the script of each shell`(
        shell: Shell
    ) {
        let script = shell.completion(of: UsageTextTests.program)
        for word in ["sing", "fly", "loud", "quiet", "help", "up", "down"] {
            #expect(script.contains(word), "\(word)")
        }
        // An apostrophe must not end a quotation.
        #expect(!script.contains("neighbours' songs"))
        #expect(script.hasSuffix("\n"))
    }
}
