import SonicProtocol

/// The reason why a file is not a valid recording, with its position.
public struct RecordingMistake: Error, Equatable, CustomStringConvertible {
    /// The problem with its position.
    let problem: TextProblem

    /// `LINE:COLUMN: message`.
    public var description: String { problem.description }
}

extension JSONNode {
    func mistake(_ message: String) -> RecordingMistake { RecordingMistake(problem: problem(message)) }
}
