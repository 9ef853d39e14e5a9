import SonicProtocol

/// Why a file is no recording: what is wrong, and where.
public struct RecordingMistake: Error, Equatable, CustomStringConvertible {
    /// What is wrong, and where.
    let problem: TextProblem

    /// `LINE:COLUMN: message`.
    public var description: String { problem.description }
}

extension JSONNode {
    func mistake(_ message: String) -> RecordingMistake { RecordingMistake(problem: problem(message)) }
}
