import TestSupport

/// The package under test, and the toolchain that builds it.
enum Toolchain {
    /// The folder that holds Package.swift.
    static let root = String(#filePath.dropLast("/Tests/ProgramTests/Library/Toolchain.swift".utf8.count))

    /// How long a build may take on a busy machine.
    static let patience = Duration.seconds(900)

    /// Runs a command of the toolchain with all its state below `home`, and returns what it printed.
    static func swift(_ words: [String], in folder: String, home: TemporaryFolder) async throws -> String {
        try await output("\(root)/scripts/swift", words, in: folder, home: home)
    }

    /// Runs a program that must succeed, and returns its standard output.
    static func output(
        _ program: String, _ words: [String], in folder: String, home: TemporaryFolder
    ) async throws -> String {
        let finished = try await run(
            program, words,
            environment: [
                "HOME": home.path, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
            ], folder: folder, within: patience)
        guard finished.status == .exited(0) else {
            throw Unsuccessful(
                description: "\(program) \(words.joined(separator: " ")): \(finished.status)\n"
                    + finished.output + finished.errors)
        }
        return finished.output
    }

    /// The failure of a program, with everything it printed.
    struct Unsuccessful: Error, CustomStringConvertible {
        let description: String
    }
}
