/// How long a run of the program may take in all, as `--max-time` says. Commands that go on until they are told to stop
/// have it for each page that they open instead.
struct RunLimit {
    /// How long the run may take.
    let time: Duration

    /// Connections end what is under way when the time is up, and the command tells what came of it; this long
    /// afterwards the program ends, whatever it waits for or computes.
    private static let grace = Duration.seconds(1)

    /// What the command line says; nil for nothing, or of each page only.
    init?(_ arguments: Arguments) throws(Arguments.Mistake) {
        guard let seconds = try arguments.number(.maxTime, in: 1...86_400),
            Command.named(in: arguments.words).command.isOneRun
        else { return nil }
        time = .seconds(seconds)
    }

    /// Lets the time begin. The main thread may be in the midst of reading or computing when it is up.
    func begin() {
        let time = time
        Task.detached {
            // Nobody cancels it, so that it wakes when the time is up.
            try? await Task.sleep(for: time + Self.grace)
            Console.complain(
                "the run took longer than \(time.inSeconds) (--max-time) and was stopped")
            ExitStatus.failed.end()
        }
    }
}
