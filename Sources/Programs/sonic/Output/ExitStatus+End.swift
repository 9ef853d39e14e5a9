import Glibc

extension ExitStatus {
    /// Ends the program without the exit handlers of libraries: libcrypto's would free what libcurl's thread
    /// may still use, and one quit in fifty ended with a signal. Waiting for that thread could take as long
    /// as a name server does. Nothing is lost: output is unbuffered, and the terminal is restored before.
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
