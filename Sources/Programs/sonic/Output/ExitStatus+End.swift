import Glibc

extension ExitStatus {
    /// Ends the program without the exit handlers of libraries: libcurl's thread may still use libcrypto
    /// (docs/decisions/0310-an-end-without-clean-up.md).
    func end() -> Never { _exit(rawValue) }

    /// Returns the status of work; if that fails, the failure is reported.
    static func of<Failure: Error>(_ work: () async throws(Failure) -> ExitStatus) async -> ExitStatus {
        do throws(Failure) {
            return try await work()
        } catch {
            Console.complain("\(error)")
            return .failed
        }
    }
}
