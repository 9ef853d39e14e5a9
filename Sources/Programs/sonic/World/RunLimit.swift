/// The time limit of a run of the program, as in `--max-time`. Commands that run until they are stopped use it
/// for each page instead.
struct RunLimit {
    /// The time limit.
    let time: Duration

    /// Connections end exchanges in progress when the time is up, and the command reports the result; this long
    /// afterwards the program ends, whatever it is doing.
    private static let grace = Duration.seconds(1)

    /// Creates the limit in the arguments; nil if there is none, or if it is for each page.
    init?(_ arguments: Arguments) throws(Arguments.Mistake) {
        guard let seconds = try arguments.number(.maxTime, in: 1...86_400),
            Command.named(in: arguments.words).command.isOneRun
        else { return nil }
        time = .seconds(seconds)
    }

    /// Starts the timer. The main thread may be reading or computing when the time is up.
    func begin() {
        let time = time
        Task.detached {
            // It is never cancelled, so that it wakes when the time is up.
            try? await Task.sleep(for: time + Self.grace)
            Console.complain(
                "the run took longer than \(time.inSeconds) (--max-time) and was stopped")
            ExitStatus.failed.end()
        }
    }
}
